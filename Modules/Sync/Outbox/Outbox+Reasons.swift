extension Outbox {
  /// Why each change is still there, in one walk from the oldest to the newest.
  func reasons() -> [WaitReason] {
    let now = time.now()
    let closed = gate.reasons
    // The first change of each lane that has no answer, and the first of all.
    var heads: [Lane: Int] = [:]
    var first: Int?
    return pending.map { change in
      defer {
        if !change.isApplied {
          heads[change.lane] = heads[change.lane] ?? change.id
          first = first ?? change.id
        }
      }
      switch change.entry.outcome {
      case .applied(let version): return .settling(version: version)
      case .refused(let reason): return .needsDecision(reason)
      case nil: break
      }
      if change.isInFlight { return .inFlight }
      if change.change == nil { return .needsDecision("this release cannot read it") }
      if let head = heads[change.lane] { return .behind(head) }
      if let blocker = blocker(of: change, heads, first) { return .dependsOn(blocker) }
      if !closed.isEmpty { return .gate(closed) }
      if change.notBefore > now { return .backoff(change.notBefore - now) }
      return .next
    }
  }

  private func blocker(
    of change: PendingChange<Change>, _ heads: [Lane: Int], _ first: Int?
  ) -> Int? {
    switch change.entry.dependencies {
    case .none: nil
    case .lanes(let lanes): lanes.compactMap { heads[$0] }.min()
    case .everything: first
    }
  }

  func currentItems() -> [OutboxItem<Change>] {
    zip(pending, reasons()).map { change, reason in
      OutboxItem(
        id: change.id, lane: change.lane, change: change.change,
        mayBeApplied: change.mayBeApplied && !change.isApplied, failures: change.failures,
        reason: reason)
    }
  }
}
