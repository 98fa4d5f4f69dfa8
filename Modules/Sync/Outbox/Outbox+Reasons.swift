extension Outbox {
  /// Whether a task awaits ``run()``.
  var isRunning: Bool { wake != nil }

  /// Returns the reason why each change is still queued, in one walk from the oldest to the newest.
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

  /// Returns the reason of one change without a walk, or `nil` if changes depend on other lanes.
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
  /// Returns the reason why the change is still queued.
  ///
  /// - Parameters:
  ///   - head: The first change of the same lane, if it is an earlier one.
  ///   - blocker: The first change of other lanes that blocks this one.
  ///   - closed: The reasons for which the gate is closed.
  ///   - now: The time on the queue's clock.
  ///   - isRunning: Whether a task awaits ``Outbox/run()``.
  /// - Returns: The reason that applies first, in the order of the checks.
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

  /// Returns the change as a screen shows it.
  func item(because reason: WaitReason) -> OutboxItem<Change> {
    OutboxItem(
      id: id, lane: lane, change: change, mayBeApplied: mayBeApplied && !isApplied,
      failures: failures, reason: reason, refusal: refusal)
  }
}
