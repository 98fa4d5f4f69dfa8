import Foundation
import Networking
import Sync

/// The server's addresses and the pending changes, from which the displayed addresses are computed.
struct AddressQueue: Sendable, Equatable {
  var addresses: [StoredAddress] = []
  var items: [OutboxItem<AddressChange>] = []
  /// The templates by which places are compared.
  var templates = AddressTemplates.none

  // MARK: Showing

  /// Returns the addresses with the pending changes applied.
  ///
  /// The server's list may already contain the effect of a pending change. Applying the change again
  /// then has no effect, because the change states its result.
  func shown() -> [SavedAddress] {
    var shown = addresses.map(SavedAddress.init)
    for item in items {
      if let change = item.change { Self.apply(change, item.status, to: &shown) }
    }
    return shown
  }

  private static func apply(
    _ change: AddressChange, _ status: SyncStatus<DeliveryRestriction>,
    to shown: inout [SavedAddress]
  ) {
    let edit = change.edit
    let index =
      shown.firstIndex { $0.id == change.address }
      ?? shown.firstIndex { $0.serverID == change.address.rawValue }
    guard let index else {
      // The server's list does not contain the address: it is new, or was removed elsewhere. The
      // address is shown only if the change has content.
      guard let content = edit.content else { return }
      var address = SavedAddress(
        id: change.address, serverID: "", address: content, lastUsed: nil, isDefault: false,
        obstacle: nil)
      (address.status, address.unsynced) = (status, edit.parts)
      if case .make(_, let used) = edit, used > 0 { address.lastUsed = Date(milliseconds: used) }
      return shown.append(address)
    }
    // The status of a later change must not hide that an earlier change was refused.
    if !shown[index].status.isFailed { shown[index].status = status }
    guard !status.isFailed else { return }
    shown[index].unsynced.formUnion(edit.parts)
    switch edit {
    // The server's list already contains the address, possibly with later changes by other devices.
    // This change must not overwrite them.
    case .make: break
    case .patch(let content, let used):
      if let content { shown[index].address = content }
      if used > shown[index].used { shown[index].lastUsed = Date(milliseconds: used) }
    case .remove: shown.remove(at: index)
    case .prefer(let city):
      for other in shown.indices where shown[other].address.city == city {
        shown[other].isDefault = other == index
      }
    }
  }

  // MARK: Deciding

  /// Returns the oldest change of an address's content that the server has refused; `nil` if there is
  /// none.
  func refusedEdit(of id: SavedAddress.ID) -> OutboxItem<AddressChange>? {
    items.first { item in
      item.change?.address == id && item.refusal != nil && item.change?.edit.content != nil
    }
  }

  /// The ids of the addresses with a refused change, and the newest content of each address.
  ///
  /// The newest content may be from a later change than the refused one.
  var refusedContents: [(SavedAddress.ID, Address)] {
    items.filter { $0.refusal != nil }.compactMap { refused in
      let last = items.last { $0.lane == refused.lane && $0.change?.edit.content != nil }?.change
      return last.flatMap { change in change.edit.content.map { (change.address, $0) } }
    }
  }

  /// Returns a change to send in place of a refused change.
  ///
  /// Returns `nil` if the change of `item` was not refused or has no content.
  ///
  /// The result has the newest content from the pending changes of the address. Content is skipped if
  /// another address occupies its place; see ``isOccupied(_:byOtherThan:)``. If all content is skipped, the
  /// result has the content of the refused change.
  ///
  /// The result has the operation id of the refused change. But if the address was removed elsewhere,
  /// the result creates the address again, and has a new operation id from `makeID`.
  func retryChange(
    of item: OutboxItem<AddressChange>, _ makeID: () -> IdempotencyKey
  ) -> AddressChange? {
    guard item.refusal != nil, let refused = item.change?.edit.content else { return nil }
    let wanted = items.last { later in
      guard later.lane == item.lane, let content = later.change?.edit.content else { return false }
      return !isOccupied(templates.place(of: content), byOtherThan: item.lane)
    }
    return item.retryChange(with: wanted?.change?.edit.content ?? refused, makeID)
  }

  /// Returns a resolution for each refused change that a later change supersedes.
  ///
  /// The user need not decide about these refused changes; see ``AddressChange/supersedes(_:)``. A
  /// refused change gets the edit of the later change and is sent again, because other changes may
  /// depend on the refused change. In each case, the later change stays queued.
  ///
  /// If both edits are already equal, the refused change is discarded instead. But if a change between
  /// the two waits for the address to leave its place, there is no resolution: that change would then
  /// be sent before the later change.
  ///
  /// A refused change has no resolution if another address occupies the place in the later
  /// edit; see ``isOccupied(_:byOtherThan:)``.
  func resolutions() -> [Resolution<AddressChange>] {
    items.indices.compactMap { index in
      let item = items[index]
      guard item.refusal != nil, let change = item.change else { return nil }
      let later = items[(index + 1)...].lastIndex { later in
        later.lane == item.lane && later.change?.supersedes(change) == true
      }
      guard let later, let edit = items[later].change?.edit,
        edit.content.map({
          !isOccupied(templates.place(of: $0), byOtherThan: item.lane)
        }) ?? true
      else { return nil }
      // The replacement has the operation id of the refused change. The operation id of the later
      // change is in use: the later change stays queued, and further changes may be merged into it.
      guard edit == change.edit else { return .replace(item.id, with: change.with(edit)) }
      let isAwaited = items[index..<later].contains { $0.change?.after.contains(item.lane) == true }
      return isAwaited ? nil : .discard(item.id)
    }
  }

  /// Whether an address other than that of `lane` is at a place and has pending changes.
  ///
  /// `place` is a result of ``AddressTemplates/place(of:)``. If `true`, a refused change of `lane`
  /// must not be sent again with content at this place. The content has to wait for the pending changes,
  /// but a change that is sent again waits only for the changes for which it waited before.
  func isOccupied(_ place: String, byOtherThan lane: Lane) -> Bool {
    !lanes(occupying: place).subtracting([lane]).isEmpty
  }

  /// Returns the lanes of all addresses that are at a place and have pending changes.
  ///
  /// `place` is a result of ``AddressTemplates/place(of:)``. An address is at the place if its content in the
  /// server's list, or in a pending change, has this place.
  ///
  /// A change that puts another address at the place has to be sent after the changes of these lanes.
  func lanes(occupying place: String) -> Set<Lane> {
    let changes = items.compactMap(\.change)
    func isThere(_ address: Address) -> Bool { templates.place(of: address) == place }
    let known = addresses.filter { isThere($0.address) }.map(\.id)
    let queued = changes.filter { $0.edit.content.map(isThere) == true }.map(\.address)
    let changed = Set(changes.map(\.address))
    return Set((known + queued).filter(changed.contains).map(Lane.address))
  }
}

extension OutboxItem<AddressChange> {
  /// Returns a change to send in place of this refused change; `content` becomes the address's content.
  ///
  /// Returns `nil` if the refused change is a removal or the choice of a default, or if this release
  /// cannot decode the refused change.
  ///
  /// The result has the operation id of the refused change. But if the address was removed elsewhere,
  /// the result creates the address again. It then has a new operation id from `makeID`, and the same id
  /// of the address on this device.
  func retryChange(with content: Address, _ makeID: () -> IdempotencyKey) -> AddressChange? {
    guard let change else { return nil }
    switch change.edit {
    case .make(_, let used), .patch(_, let used):
      guard refusal == .rejected(.removedElsewhere) else {
        return change.with(
          change.edit.isNew ? .make(content, used: used) : .patch(content, used: used))
      }
      return AddressChange(
        address: change.address, operation: makeID().rawValue, edit: .make(content, used: used),
        after: change.after)
    case .remove, .prefer: return nil
    }
  }
}

extension SavedAddress {
  /// The time of the last order to the address in milliseconds since 1970; 0 before the first order.
  var used: Int64 { lastUsed?.milliseconds ?? 0 }

  fileprivate init(_ kept: StoredAddress) {
    self.init(
      id: kept.id, serverID: kept.serverID, address: kept.address,
      lastUsed: kept.used > 0 ? Date(milliseconds: kept.used) : nil, isDefault: kept.isDefault,
      obstacle: kept.obstacle.isEmpty ? nil : DeliveryRestriction(kept.obstacle))
  }
}

extension Date {
  /// Creates a date from milliseconds since 1970, the form in which the time of an order is stored and
  /// sent.
  ///
  /// A server may send any number. A number above 2⁵³, about the year 287,000, becomes 2⁵³, because
  /// ``milliseconds`` would overflow for a much later date.
  fileprivate init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(min(milliseconds, 1 << 53)) / 1_000)
  }

  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }
}
