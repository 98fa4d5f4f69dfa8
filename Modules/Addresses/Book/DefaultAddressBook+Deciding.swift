import Storage
import Sync

extension DefaultAddressBook {
  func keep(_ change: AddressWait.ID) async throws(AddressError) {
    try await load()
    guard let item = items.first(where: { $0.id == change }) else { throw .unknownChange(change) }
    if item.mark.isFailed, let refused = item.change?.wish.content {
      // What was wished since counts: what was refused may be about a place that another has by now.
      let wished = items.last { later in
        guard later.lane == item.lane, let content = later.change?.wish.content else {
          return false
        }
        return !isHeld(content.place, against: item.lane)
      }
      let content = wished?.change?.wish.content ?? refused
      try await replace(item.id, with: item.insisting(on: content, makeID))
    } else {
      try await decide(change) { outbox throws(OutboxError) in try await outbox.retry(change) }
    }
    try await inTurn { () async throws(AddressError) in try await readItems() }
  }

  func discard(_ change: AddressWait.ID) async throws(AddressError) {
    try await load()
    try await decide(change) { outbox throws(OutboxError) in try await outbox.discard(change) }
    try await inTurn { () async throws(AddressError) in try await readItems() }
  }

  /// Puts another change in the place of one that was refused.
  @discardableResult
  func replace(
    _ id: Int, with change: AddressChange?
  ) async throws(AddressError) -> Persistence {
    guard let change else { throw .unknownChange(id) }
    // The server may have it before it is seen in the queue.
    underWay.append(change)
    defer {
      underWay.removeAll { $0 == change }
      publish()
    }
    let persistence = try await decide(id) { outbox throws(OutboxError) in
      try await outbox.replace(id, with: change)
    }
    try await inTurn { () async throws(AddressError) in try await readItems() }
    return persistence
  }

  /// Does what the user decided about a change, once a refusal of it has been kept.
  private func decide<Result>(
    _ id: Int, _ body: (Outbox<AddressChange>) async throws(OutboxError) -> Result
  ) async throws(AddressError) -> Result {
    for await items in await outbox.updates() {
      guard !Task.isCancelled else { throw .cancelled }
      do throws(OutboxError) { return try await body(outbox) } catch {
        if case .inFlight = error, items.contains(where: { $0.id == id && $0.mark.isFailed }) {
          continue
        }
        throw AddressError(error)
      }
    }
    throw .cancelled
  }

  /// Puts what was wished since in the place of what was refused: nobody would decide about that.
  ///
  /// In its place, because others wait for it; when that was refused too, only the later one is left.
  func dropSuperseded() async throws(AddressError) {
    let items = items
    for (index, item) in items.enumerated() {
      guard item.mark.isFailed, let change = item.change else { continue }
      let later = items[(index + 1)...].last { later in
        later.lane == item.lane && later.change?.supersedes(change) == true
      }
      guard let wished = later?.change,
        wished.wish.content.map({ !isHeld($0.place, against: item.lane) }) ?? true
      else { continue }
      do throws(OutboxError) {
        if wished.wish == change.wish {
          try await outbox.discard(item.id)
        } else {
          // Under its own operation: the later one may yet become part of what follows it.
          try await outbox.replace(item.id, with: change.with(wished.wish))
        }
      } catch {
        switch error {
        // Another look was faster, or the refusal is still being kept: there will be another look.
        case .unknownItem, .inFlight: continue
        default: throw AddressError(error)
        }
      }
    }
  }
}

extension OutboxItem<AddressChange> {
  /// The change with which the user insists on a refused one, or corrects it.
  ///
  /// What was removed elsewhere the server will not have again, so a new address is made of it; it has
  /// the same name on this device.
  func insisting(on content: Address, _ makeID: () -> String) -> AddressChange? {
    guard let change else { return nil }
    switch change.wish {
    case .make(_, let used), .patch(_, let used):
      guard mark == .failed(.removedElsewhere) else {
        return change.with(
          change.wish.isNew ? .make(content, used: used) : .patch(content, used: used))
      }
      return AddressChange(
        address: change.address, operation: makeID(), wish: .make(content, used: used),
        after: change.after)
    case .remove, .prefer: return nil
    }
  }
}
