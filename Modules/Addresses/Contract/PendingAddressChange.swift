public import Sync

/// A change that the server has not confirmed, for a list in which the user retries or discards it.
public struct PendingAddressChange: Sendable, Equatable, Identifiable {
  /// The id of the change, for `retry(_:)` and `discard(_:)`; a later change has a higher id.
  public let id: ChangeID
  /// The id of the changed address on this device; empty if this release cannot decode the change.
  public let address: SavedAddress.ID
  /// The parts of the address that the change affects; empty if this release cannot decode the change.
  public let parts: Set<AddressPart>
  /// The new content of the address, as the user entered it; `nil` if the change does not affect the
  /// content.
  public let wanted: Address?
  /// The status of the change, such as `.failed` after the server has refused it; never `.confirmed`.
  public let status: SyncStatus<DeliveryRestriction>
  /// The reason why the change is still queued, such as `.ready` if it is sent next.
  public let reason: WaitReason

  init(_ item: OutboxItem<AddressChange>) {
    id = item.id
    address = item.change?.address ?? SavedAddress.ID(rawValue: "")
    parts = item.change?.edit.parts ?? []
    wanted = item.change?.edit.content
    status = item.status
    reason = item.reason
  }
}
