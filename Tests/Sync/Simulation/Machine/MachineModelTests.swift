import SyncTestSupport
import Testing

@Suite struct MachineModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("MACHINE_SEEDS", otherwise: 150)

  @Test(arguments: [false, true])
  func `A machine keeps its rules in every order of events, and where few kinds of them meet often`(
    isSwarm: Bool
  ) async throws {
    try await expectKept(in: 0..<Self.seeds, sending: 5) {
      MachineScenario(seed: $0, isSwarm: isSwarm)
    }
  }

  @Test func `A world of a machine is the same twice`() async throws {
    try await expectSame { MachineScenario(seed: $0, isSwarm: true) }
  }
}
