import Networking
import Sync

extension DefaultAddressBook {
  /// Makes one attempt to send a change, after the server was asked what there is by now.
  func send(_ outgoing: OutgoingChange<AddressChange>) async -> Delivery<AddressChange> {
    guard let context else { return .unreachable }
    noteClosings()
    if !isFresh { _ = await ask() }
    guard isFresh, gate.isOpen else { return .unreachable }
    let change = outgoing.change
    var id = ""
    if !change.wish.isNew {
      let serverID = outgoing.serverID(of: .address(change.address)) ?? change.serverID
      let known =
        kept.first { $0.id == change.address || $0.serverID == change.address.rawValue }
        ?? kept.first { $0.serverID == serverID }
      guard let known else {
        // Which address it was is not known, so it is not known either that the server lacks it.
        guard serverID != nil || !isRecordLost else {
          return .rejected(AddressObstacle.removedElsewhere.reason)
        }
        return await gone(change)
      }
      id = known.serverID
    }
    switch await server.send(change, of: id, key: outgoing.key, in: context) {
    case .done(let list):
      await take(list)
      return applied(as: change.wish.isNew ? change.address : nil)
    case .gone:
      // What else has changed there is not known.
      (isFresh, isWanted) = (false, true)
      return await gone(change)
    case .other(let delivery):
      switch delivery {
      case .unknown, .unreachable, .busy, .closed: isFresh = false
      case .applied, .conflict, .rejected: break
      }
      return delivery
    }
  }

  /// The change is done when the disk has what came of it; until then it stays, so that no crash
  /// forgets which address is which.
  ///
  /// The changes of a new address that wait are told its id at the server.
  private func applied(as new: SavedAddress.ID? = nil) -> Delivery<AddressChange> {
    .applied(
      serverID: kept.first { $0.id == new }?.serverID, version: kept == shelved ? nil : revision)
  }

  /// What it means for a change that the server does not have the address any more.
  private func gone(_ change: AddressChange) async -> Delivery<AddressChange> {
    // Of what the user has written nothing is dropped unasked.
    if change.wish.content != nil { return .rejected(AddressObstacle.removedElsewhere.reason) }
    if case .remove = change.wish { kept.removeAll { $0.id == change.address } }
    await shelve()
    return applied()
  }
}
