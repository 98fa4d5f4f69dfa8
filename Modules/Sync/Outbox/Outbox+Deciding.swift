import Storage

extension Outbox {
  func tryAgain(_ id: Int) async throws(OutboxError) {
    try await load()
    let index = try restingIndex(of: id)
    if pending[index].entry.outcome != nil {
      // The server would repeat its answer to the old key.
      pending[index].entry.key = makeKey()
      pending[index].entry.isRebased = false
      pending[index].entry.outcome = nil
    }
    pending[index].notBefore = pending[index].floor
    await record([id])
  }

  func exchange(_ id: Int, for change: Change) async throws(OutboxError) -> Persistence {
    try await load()
    let payload = try encoded(change)
    let index = try restingIndex(of: id)
    // An unreadable change cannot be sent, so it has to be replaceable.
    guard !pending[index].mayBeApplied || pending[index].change == nil else {
      throw .mayBeApplied(id)
    }
    pending[index].entry.payload = payload
    pending[index].entry.key = makeKey()
    pending[index].entry.isRebased = false
    pending[index].entry.outcome = nil
    pending[index].change = change
    pending[index].mayBeApplied = false
    pending[index].notBefore = .zero
    return await record([id])
  }

  func drop(_ id: Int) async throws(OutboxError) {
    try await load()
    let index = try restingIndex(of: id)
    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }
    pending.remove([id])
    await record([id])
  }

  func noteStored(_ lane: Lane, _ version: Int) async throws(OutboxError) {
    try await load()
    stored[lane] = max(version, stored[lane] ?? version)
    let contained = forgetApplied(lane, upTo: version)
    if !contained.isEmpty { await record(contained) }
  }

  /// Removes the applied changes that a lane's stored data contains, and returns their ids.
  func forgetApplied(_ lane: Lane, upTo version: Int) -> Set<Int> {
    let contained = pending.places(in: lane).map { pending[$0] }.filter { change in
      guard case .applied(let reached) = change.entry.outcome else { return false }
      return reached <= version
    }
    let ids = Set(contained.map(\.id))
    if !ids.isEmpty { pending.remove(ids) }
    return ids
  }

  private func restingIndex(of id: Int) throws(OutboxError) -> Int {
    guard let index = pending.index(of: id), !pending[index].isApplied else {
      throw .unknownItem(id)
    }
    guard !pending[index].isInFlight, writing[id] == nil else { throw .inFlight(id) }
    return index
  }
}
