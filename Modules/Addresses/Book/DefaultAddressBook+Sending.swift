import Networking
import Sync

extension DefaultAddressBook {
  /// Makes one attempt to send a change, after the server was asked what there is by now.
  func send(_ outgoing: OutgoingChange<AddressChange>) async -> Delivery<AddressChange> {
    guard let context else { return .unreachable }
    if !isFresh { _ = await ask() }
    guard isFresh, gate.isOpen else { return .unreachable }
    let change = outgoing.change
    var id = ""
    if !change.wish.isNew {
      let known = kept.first { $0.id == change.address || $0.serverID == change.address.rawValue }
      guard let known else { return await gone(change) }
      id = known.serverID
    }
    switch await server.send(change, of: id, key: outgoing.key, in: context) {
    case .done(let list):
      await take(list)
      return applied
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
  private var applied: Delivery<AddressChange> {
    .applied(version: kept == shelved ? nil : revision)
  }

  /// What it means for a change that the server does not have the address any more.
  private func gone(_ change: AddressChange) async -> Delivery<AddressChange> {
    // Of what the user has written nothing is dropped unasked.
    if change.wish.content != nil { return .rejected(AddressObstacle.removedElsewhere.reason) }
    if case .remove = change.wish { kept.removeAll { $0.id == change.address } }
    await shelve()
    return applied
  }
}
