@testable import Sync
import Testing

/// Rules that a store shows only in rare sequences of steps.
@Suite struct OptimisticStateMachineTests {
  private var machine = OptimisticStateMachine<[String]>(base: [], replicaLag: .seconds(60))

  @Test mutating func `An equal base is not a new one`() {
    let isNew = machine.setBase([])
    #expect(!isNew)
  }

  @Test mutating func `A fetch is made on request and makes the base current, also without run()`()
  {
    #expect(startFetch() == nil)
    _ = machine.wantFetch()
    #expect(startFetch() == 1)
    _ = machine.finishFetch(.notModified, at: .zero)
    #expect(machine.isCurrent)
  }

  @Test mutating func `A fetch that began before a call is not its answer, but the next one is`() {
    _ = machine.startRunning()
    #expect(machine.sync(closed: [], hasPending: false).fetch == .fetching)
    #expect(startFetch() == 1)
    let ticket = machine.wantFetch()
    _ = machine.finishFetch(.notModified, at: .zero)
    #expect(machine.outcome(since: ticket) == nil)
    #expect(startFetch() == 2)
    _ = machine.finishFetch(.notModified, at: .zero)
    #expect(machine.outcome(since: ticket) != nil)
  }

  @Test mutating func `A fetch that closes the gate is made again`() {
    _ = machine.wantFetch()
    #expect(startFetch() == 1)
    let reason = machine.finishFetch(.closed(.signedOut), at: .zero)
    #expect(reason == .signedOut && startFetch() == 2)
  }

  @Test mutating func `The effect of a change is forgotten when the change leaves the queue`() {
    let input = machine.snapshotInput
    machine.commit(ServerUpdate(), containing: 7, at: .zero)
    #expect(machine.snapshotInput != input)
    let removed = machine.removeStoredEffects(applied: [7])
    #expect(removed == [7] && machine.snapshotInput == input)
  }

  private mutating func startFetch() -> Int? { machine.startFetch()?.ticket }
}
