extension Outbox {
  /// Why each change is still there, in one walk from the oldest to the newest.
  func reasons() -> [WaitReason] {
    let now = time.now()
    let closed = gate.reasons
    var ahead = ChangesAhead()
    return pending.map { change in
      let decision = change.decision
      defer {
        if !change.isApplied { ahead.pass(change.entry, needsDecision: decision != nil) }
      }
      if case .applied(let version) = change.entry.outcome { return .settling(version: version) }
      if let decision { return .needsDecision(decision) }
      if change.isInFlight { return .inFlight }
      if let head = ahead.head(of: change.lane) { return .behind(head) }
      if let blocker = ahead.blocker(of: change.entry) { return .dependsOn(blocker) }
      if !closed.isEmpty { return .gate(closed) }
      if change.notBefore > now { return .backoff(change.notBefore - now) }
      return .next
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
