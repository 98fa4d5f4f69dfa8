import SyncTestSupport
import Testing

@Suite struct OutboxSimulationTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("OUTBOX_SEEDS", otherwise: 50)

  @Test(arguments: [false, true])
  func `The queue keeps its rules in every order of events, and in worlds with few kinds of them`(
    isSwarm: Bool
  ) async throws {
    try await expectKept(in: 0..<Self.seeds) { Scenario(seed: $0, isSwarm: isSwarm) }
  }

  @Test func `A world of the queue is the same twice`() async throws {
    try await expectSame { Scenario(seed: $0, isSwarm: true) }
  }
}
