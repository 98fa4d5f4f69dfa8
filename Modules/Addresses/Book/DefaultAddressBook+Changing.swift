import Networking
import Storage
import Sync

extension DefaultAddressBook {
  func add(
    _ address: Address
  ) async throws(AddressError) -> (id: SavedAddress.ID, persistence: Persistence) {
    try await load()
    guard let context else { throw .noCity }
    guard address.city == context.city else { throw .anotherCity(address.city) }
    try check(address, besides: nil)
    guard replay.shown.count < AddressLimits.addresses else {
      throw .tooMany(limit: AddressLimits.addresses)
    }
    let id = SavedAddress.ID(rawValue: makeID())
    let persistence = try await take(
      AddressChange(
        address: id, operation: makeID(), wish: .make(address, used: 0),
        after: lanes(leaving: address.place)))
    return (id, persistence)
  }

  func change(
    _ id: SavedAddress.ID, to address: Address
  ) async throws(AddressError) -> Persistence {
    try await load()
    let saved = try saved(id)
    guard address.city == saved.address.city else { throw .anotherCity(address.city) }
    try check(address, besides: saved.id)
    guard let refused = refused(saved.id), !isHeld(address.place, against: refused.lane) else {
      return try await take(edit(saved.id, address))
    }
    let persistence = try await replace(refused.id, with: refused.insisting(on: address, makeID))
    let isOutdone = items.contains { item in
      item.id > refused.id && item.lane == refused.lane && item.change?.wish.content != nil
    }
    return isOutdone ? try await take(edit(saved.id, address)) : persistence
  }

  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    try await load()
    let id = try saved(id).id
    let persistence = try await take(wish(.remove, of: id))
    // What a former release has kept and never sent would be taken over once more.
    guard shelved.contains(where: { $0.id == id && $0.serverID.isEmpty }) else {
      return persistence
    }
    let forgotten = await shelve()
    return forgotten == .persisted ? persistence : forgotten
  }

  func use(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    try await load()
    let saved = try saved(id)
    // A clock that was set back must not put it behind what was used before.
    let used = max(now().milliseconds, (replay.shown.map(\.used).max() ?? 0) + 1)
    return try await take(wish(.patch(nil, used: used), of: saved.id))
  }

  func makeDefault(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    try await load()
    let saved = try saved(id)
    return try await take(wish(.prefer(city: saved.address.city), of: saved.id))
  }

  /// The change of an address's content that the user has to decide about.
  private func refused(_ id: SavedAddress.ID) -> OutboxItem<AddressChange>? {
    items.first { item in
      item.change?.address == id && item.mark.isFailed && item.change?.wish.content != nil
    }
  }

  /// Shows a change at once, and puts it into the queue behind all that was shown before.
  private func take(_ change: AddressChange) async throws(AddressError) -> Persistence {
    underWay.append(change)
    publish()
    return try await inTurn { () async throws(AddressError) in
      defer {
        underWay.removeAll { $0.operation == change.operation }
        publish()
      }
      do throws(OutboxError) {
        let persistence = try await outbox.enqueue(change)
        items = try await outbox.items()
        return persistence
      } catch { throw AddressError(error) }
    }
  }

  private func edit(_ id: SavedAddress.ID, _ address: Address) -> AddressChange {
    AddressChange(
      address: id, operation: makeID(), wish: .patch(address, used: 0),
      after: lanes(leaving: address.place).subtracting([.address(id)]), serverID: serverID(of: id))
  }

  private func wish(_ wish: AddressWish, of id: SavedAddress.ID) -> AddressChange {
    AddressChange(address: id, operation: makeID(), wish: wish, serverID: serverID(of: id))
  }

  private func serverID(of id: SavedAddress.ID) -> String? {
    kept.first { $0.id == id }?.serverID
  }

  private func saved(_ id: SavedAddress.ID) throws(AddressError) -> SavedAddress {
    let shown = replay.shown
    let found = shown.first { $0.id == id } ?? shown.first { $0.serverID == id.rawValue }
    guard let found else { throw .unknownAddress(id) }
    return found
  }

  /// Refuses what its template refuses, and what the user has already.
  private func check(
    _ address: Address, besides id: SavedAddress.ID?
  ) throws(AddressError) {
    guard let template = templates[address.template] else {
      throw .unknownTemplate(address.template)
    }
    let check = template.check(address)
    guard check.isAcceptable else { throw .invalid(check.errors) }
    let place = address.place
    var others = replay.shown.map { ($0.id, $0.address) }
    // What was refused is not shown, and may yet be insisted on.
    for item in items where item.mark.isFailed {
      if let last = lastWish(of: item.lane), let content = last.wish.content {
        others.append((last.address, content))
      }
    }
    if let twin = others.first(where: { $0.0 != id && $0.1.place == place }) {
      throw .duplicate(of: twin.0)
    }
  }

  /// The last change of a lane that says what there is to be.
  func lastWish(of lane: Lane) -> AddressChange? {
    items.last { $0.lane == lane && $0.change?.wish.content != nil }?.change
  }

  /// Whether another address has yet to leave a place: who takes it has to wait behind that one, and
  /// not where something was refused before.
  func isHeld(_ place: String, against lane: Lane) -> Bool {
    !lanes(leaving: place).subtracting([lane]).isEmpty
  }

  /// The lanes of addresses that were at a place, as far as the server knows, and are changed to be
  /// elsewhere: a new one there has to come after.
  private func lanes(leaving place: String) -> Set<Lane> {
    let known = kept.filter { $0.address.place == place }.map(\.id)
    let queued = items.compactMap(\.change).filter { $0.wish.content?.place == place }
      .map(\.address)
    let changed = Set(items.compactMap(\.change).map(\.address) + underWay.map(\.address))
    return Set((known + queued).filter(changed.contains).map(Lane.address))
  }
}
