extension Outbox {
  /// Whether a task awaits ``run()``.
  var isRunning: Bool { wake != nil }

  /// Why each change is still there, in one walk from the oldest to the newest.
  func reasons() -> [WaitReason] {
    let (closed, now, isRunning) = (gate.reasons, time.now(), isRunning)
    var ahead = ChangesAhead()
    return pending.changes.map { change in
      defer {
        if !change.isApplied { ahead.pass(change.entry, needsDecision: change.needsDecision) }
      }
      return change.reason(
        head: ahead.head(of: change.lane), blocker: ahead.blocker(of: change.entry), closed, now,
        isRunning: isRunning)
    }
  }

  /// Why one change is still there, without a walk; `nil` when others are there that wait for more
  /// than their own lane.
  func reason(at index: Int) -> WaitReason? {
    guard pending.dependantPlaces.isEmpty else { return nil }
    let changes = pending.changes
    let first = pending.places(in: changes[index].lane).first { !changes[$0].isApplied }
    let head = first.flatMap { $0 < index ? changes[$0].id : nil }
    return changes[index].reason(
      head: head, blocker: nil, gate.reasons, time.now(), isRunning: isRunning)
  }

  func currentItems() -> [OutboxItem<Change>] {
    let reasons = reasons()
    return reasons.indices.map { pending.changes[$0].item(because: reasons[$0]) }
  }
}

extension PendingChange {
  /// Why it is still there, behind these changes of its lane and of others.
  func reason(
    head: Int?, blocker: @autoclosure () -> Int?, _ closed: Set<Gate.Reason>, _ now: Duration,
    isRunning: Bool
  ) -> WaitReason {
    if case .applied(let version) = entry.outcome { return .settling(version: version) }
    if needsDecision { return .needsDecision }
    if isInFlight { return .inFlight }
    if let head { return .behind(head) }
    if let blocker = blocker() { return .dependsOn(blocker) }
    if !closed.isEmpty { return .gate(closed) }
    guard isRunning else { return .notRunning }
    if notBefore > now { return .backoff(notBefore - now) }
    return .next
  }

  /// How a screen shows it.
  func item(because reason: WaitReason) -> OutboxItem<Change> {
    OutboxItem(
      id: id, lane: lane, change: change, mayBeApplied: mayBeApplied && !isApplied,
      failures: failures, reason: reason, refusal: refusal)
  }
}
