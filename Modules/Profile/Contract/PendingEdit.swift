public import Sync

/// A change of the profile that the server has not confirmed, for a list in which the user retries or
/// discards it.
public struct PendingEdit: Sendable, Hashable, Identifiable {
  /// The id of the change, for `retry(_:)` and `discard(_:)`; a later change has a higher id.
  public let id: ChangeID
  /// The change; `nil` if this release cannot decode it.
  public let edit: ProfileEdit?
  /// The synchronization status of the change; in the state of an editor it is never `.confirmed`.
  public let status: SyncStatus<ProfileRejection>
}
