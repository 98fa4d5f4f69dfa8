extension Outbox {
  /// Changes an entry that is not on its way, and records it.
  func decide(
    _ id: Int, _ decision: (inout PendingChange<Change>) -> Void
  ) async throws(OutboxError) {
    try await load()
    let index = try settledIndex(of: id)
    decision(&pending[index])
    pending[index].notBefore = .zero
    await record([id])
  }

  func drop(_ id: Int) async throws(OutboxError) {
    try await load()
    let index = try settledIndex(of: id)
    guard !pending[index].mayBeApplied else { throw .mayBeApplied(id) }
    pending.remove(at: index)
    await record([id])
  }

  /// Removes what a lane's data contains by now.
  func forgetApplied(_ lane: Lane, upTo version: Int) async throws(OutboxError) {
    let contained = pending.filter { change in
      if case .applied(let reached) = change.entry.outcome {
        change.lane == lane && reached <= version
      } else {
        false
      }
    }
    guard !contained.isEmpty else { return }
    let ids = Set(contained.map(\.id))
    pending.removeAll { ids.contains($0.id) }
    await record(ids)
  }

  private func settledIndex(of id: Int) throws(OutboxError) -> Int {
    guard let index = index(of: id), !pending[index].isApplied else { throw .unknownItem(id) }
    guard !pending[index].isInFlight, pending[index].writes == 0 else { throw .inFlight(id) }
    return index
  }
}
