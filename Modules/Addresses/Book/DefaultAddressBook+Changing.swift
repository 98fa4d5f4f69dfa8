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
    return try await take(correction(of: saved.id, to: address))
  }

  func remove(_ id: SavedAddress.ID) async throws(AddressError) -> Persistence {
    try await load()
    return try await take(wish(.remove, of: saved(id).id))
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

  /// What makes an address say something else: of one that was refused, another one in its place.
  private func correction(of id: SavedAddress.ID, to address: Address) -> AddressChange {
    for item in items where item.change?.address == id {
      guard case .failed(let obstacle) = item.mark, let change = item.change else { continue }
      switch (change.wish, obstacle) {
      case (.make, .removedElsewhere), (.patch, .removedElsewhere):
        return wish(.make(address, used: 0), of: id)
      case (.make(_, let used), _): return change.with(.make(address, used: used))
      case (.patch, _), (.remove, _), (.prefer, _): continue
      }
    }
    return wish(.patch(address, used: 0), of: id)
  }

  /// Shows a change at once, and puts it into the queue behind all that was shown before.
  @discardableResult
  func take(_ change: AddressChange) async throws(AddressError) -> Persistence {
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

  func wish(_ wish: AddressWish, of id: SavedAddress.ID) -> AddressChange {
    AddressChange(address: id, operation: makeID(), wish: wish)
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
    if let twin = replay.shown.first(where: { $0.id != id && $0.address.place == place }) {
      throw .duplicate(of: twin.id)
    }
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
