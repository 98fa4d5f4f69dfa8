import Storage

extension Outbox {
  /// The maximum number of lanes that are sent at the same time.
  static var lanes: Int { 4 }

  /// Starts the attempts that are due, and schedules a wake-up for the next one.
  func startWhatCan(in group: inout DiscardingTaskGroup) {
    // Skips the walk while nothing can be sent. The loop over the gate's changes has notified the
    // observers.
    guard gate.isOpen else { return }
    guard pending.inFlight.count < Self.lanes else { return tell() }
    let reasons = reasons()
    let ready = pending.indices.filter { reasons[$0] == .next && writing[pending[$0].id] == nil }
      .sorted { (pending[$0].entry.priority, $0) < (pending[$1].entry.priority, $1) }
    for index in ready where mayStart(pending[index].entry.priority) {
      pending[index].isInFlight = true
      let id = pending[index].id
      group.addTask { await self.send(id) }
    }
    wakeForNextAttempt(reasons, in: &group)
    tell()
  }

  /// Uploads leave room for other changes.
  private func mayStart(_ priority: Priority) -> Bool {
    pending.inFlight.count < Self.lanes
      && (priority != .low || !pending.inFlight.values.contains(.low))
  }

  private func wakeForNextAttempt(_ reasons: [WaitReason], in group: inout DiscardingTaskGroup) {
    let waiting = pending.indices.filter { if case .backoff = reasons[$0] { true } else { false } }
    guard let next = waiting.map({ pending[$0].notBefore }).min() else { return }
    // One scheduled wake-up is enough, unless it is in the past or too late.
    if let alarm, time.now() < alarm, alarm <= next { return }
    alarm = next
    group.addTask {
      do { try await self.time.sleep(next) } catch { return }
      await self.wake?.yield()
    }
  }

  private func send(_ id: Int) async {
    guard let index = pending.index(of: id), let change = pending[index].change else { return }
    pending[index].isInFlight = false
    // Since the start of this task the gate may have closed, or a blocking change may have
    // returned.
    guard reasons()[index] == .next else { return changed() }
    pending[index].isInFlight = true
    let outgoing = OutgoingChange(
      change: change, key: pending[index].entry.key, serverIDs: pending[index].entry.serverIDs,
      id: id)
    let mayHaveBeenApplied = pending[index].mayBeApplied
    pending[index].mayBeApplied = true
    let result = await attempt(outgoing)
    result.commit?()
    await result.store?()
    await finish(id, result.delivery, mayHaveBeenApplied)
  }

  /// Applies the outcome of an attempt.
  ///
  /// A change is in flight until this has ended, so it is still in the queue.
  private func finish(
    _ id: Int, _ delivery: Delivery<Change>, _ mayHaveBeenApplied: Bool
  ) async {
    guard let index = pending.index(of: id) else { return }
    var answered: Set<Int> = []
    switch delivery {
    case .applied(let serverID, let version):
      answered = [id]
      let lane = pending[index].lane
      if let serverID { answered.formUnion(note(serverID, from: id, of: lane)) }
      pending[index].entry.outcome = .applied(version: version ?? .min)
      // Without a version the app has the result of this change, and so of all earlier ones.
      answered.formUnion(forgetApplied(lane, upTo: version == nil ? .max : stored[lane] ?? .min))
    case .rejected(let rejection):
      answered = [id]
      refuse(index, .rejected(rejection))
    case .conflict(let rebased):
      answered = [id]
      rebase(index, on: rebased)
    case .unknown:
      pending[index].failures += 1
      delay(index)
    case .busy(let retryAfter):
      pending[index].failures += 1
      pending[index].floor = time.now() + (retryAfter ?? .zero)
      delay(index)
    case .unreachable:
      pending[index].misses += 1
      pending[index].mayBeApplied = mayHaveBeenApplied
      delay(index)
    case .closed(let reason):
      pending[index].mayBeApplied = mayHaveBeenApplied
      gate.close(for: reason)
    }
    if !answered.isEmpty {
      // If the write fails, memory has the outcome. After a restart the server is asked again under
      // the same key.
      await record(answered)
    }
    if let index = pending.index(of: id) { pending[index].isInFlight = false }
    changed()
  }

  /// Stores a server's id in all changes that need it, and returns the ids of these changes.
  ///
  /// An earlier change that may have been sent without the id stays as it is.
  private func note(_ serverID: String, from id: Int, of lane: Lane) -> Set<Int> {
    var told: Set<Int> = []
    for index in pending.indices where pending[index].depends(on: lane) {
      if pending[index].id < id && pending[index].mayBeApplied { continue }
      pending[index].entry.serverIDs[lane.description] = serverID
      told.insert(pending[index].id)
    }
    return told
  }

  private func refuse(_ index: Int, _ refusal: ChangeRefusal<Change.Rejection>) {
    pending[index].entry.outcome = .refused(refusal.storedText)
    pending[index].mayBeApplied = false
  }

  private func rebase(_ index: Int, on rebased: Change?) {
    guard let rebased, !pending[index].entry.isRebased else {
      return refuse(index, .conflict)
    }
    do {
      pending[index].entry.payload = try encoded(rebased)
    } catch {
      return refuse(index, .conflict)
    }
    pending[index].change = rebased
    pending[index].entry.key = makeKey()
    pending[index].entry.isRebased = true
    pending[index].mayBeApplied = false
  }

  private func delay(_ index: Int) {
    let attempts = pending[index].failures + pending[index].misses
    pending[index].notBefore = max(time.next(after: attempts), pending[index].floor)
  }

  /// Clears the delays of all changes, except where the server has named a time.
  func forgetDelays() {
    for index in pending.indices { pending[index].notBefore = pending[index].floor }
    changed()
  }

  /// Clears the delays each time the gate opens: a new connection is worth an attempt.
  func followGate() async {
    // The gate's first state is not an update.
    var isNews = false
    for await reasons in gate.changes() {
      if reasons.isEmpty && isNews { forgetDelays() } else { changed() }
      isNews = true
    }
  }
}
