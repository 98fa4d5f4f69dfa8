import Sandbox
@testable import Sync
import SyncTestSupport
import Synchronization

extension OutboxSimulation {
  /// Runs all ready tasks and checks the items, the gate, and the pending requests.
  ///
  /// - Parameter isStart: Whether the app has just started and its outbox does not run yet.
  func look(isStart: Bool) {
    if !isStart { runAll() }
    let items = items()
    if !isStart { runAll() }
    let (now, next) = (clock.now.sinceStart, clock.next?.sinceStart)
    let (isBehind, isFull, unknown) = (disk.isBehind, disk.isFull, disk.unknown)
    let reasons = gate.reasons
    network.world.withLock { world in
      world.look(at: items, unknown: unknown, isStart: isStart, isBehind: isBehind)
      guard !isStart else { return world.wasFull = isFull }
      // Only the gate knows whether the server signed the user out after the last sign-in.
      if reasons.contains(.signedOut) { world.obstacles.insert(.signedOut) }
      world.expect(reasons == world.obstacles, "the gate is closed for \(reasons)")
      if running != nil { world.expectNothingForgotten(items, now: now, next: next) }
    }
  }

  /// Removes all faults, advances time, and checks that every change reaches the server.
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
    let start = clock.now.sinceStart
    repeat {
      runAll()
      // The last response from before the repair may have been 401.
      obstruct(.signedOut, isClosed: false)
      runAll()
    } while !isBroken && clock.advance() && clock.now.sinceStart - start < .seconds(1_800)
    expect(clock.next == nil, "it does not come to an end in half an hour")
    finishCalls()
    look(isStart: false)
  }
}
