import Sync
import Synchronization

extension OutboxSimulation {
  /// Lets everything come to rest, and looks at everything.
  func look(isStart: Bool) {
    if !isStart { runAll() }
    let items = items()
    if !isStart { runAll() }
    let (now, next) = (clock.now.offset, clock.next?.offset)
    let (isBehind, isFull, unknown) = (disk.isBehind, disk.isFull, disk.unknown)
    let reasons = gate.reasons
    if !isStart { disk.acknowledge() }
    network.world.withLock { world in
      world.look(at: items, unknown: unknown, isStart: isStart, isBehind: isBehind)
      guard !isStart else { return world.wasFull = isFull }
      // Whether the server or the user was the last to speak is known to the gate alone.
      if reasons.contains(.signedOut) { world.obstacles.insert(.signedOut) }
      world.expect(reasons == world.obstacles, "the gate is closed for \(reasons)")
      if running != nil { world.expectNothingForgotten(items, now: now, next: next) }
    }
  }

  /// Everything is well again, and time goes on: what can arrive arrives.
  mutating func finish() {
    guard !isBroken else { return }
    network.world.withLock { world in
      world.note("heal")
      world.faults = []
    }
    disk.isFull = false
    for reason in Gate.Reason.allCases { obstruct(reason, isClosed: false) }
    if !disk.unknown.isEmpty {
      look(isStart: false)
      disk.update(canRead: true, entry: 0)
      crash()
    }
    start()
    comeToRest()
    network.world.withLock { $0.expectQuiet() }
    var refused = 0
    while !isBroken,
      discard({ $0.first { if case .needsDecision = $0.reason { true } else { false } } })
    {
      refused += 1
      comeToRest()
    }
    let items = items()
    expect(items.isEmpty, "\(items.count) changes never go")
    network.world.withLock { $0.expectEqual() }
  }

  private mutating func comeToRest() {
    let start = clock.now.offset
    repeat {
      runAll()
      // The last answer of the old world may have been that the user has to sign in.
      obstruct(.signedOut, isClosed: false)
      runAll()
    } while !isBroken && clock.advance() && clock.now.offset - start < .seconds(1_800)
    expect(clock.next == nil, "it does not come to an end in half an hour")
    for lane in OutboxWorld.lanes { pull(lane, 0) }
    finishCalls()
    look(isStart: false)
  }
}
