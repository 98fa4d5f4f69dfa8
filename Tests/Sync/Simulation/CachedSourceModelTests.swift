import SyncTestSupport
import Testing

@Suite struct CachedSourceModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("SOURCE_SEEDS", otherwise: 50)

  @Test(arguments: [false, true])
  func `A source keeps its rules in every order of events, and where few kinds of them meet often`(
    isSwarm: Bool
  ) async throws {
    try await expectKept(in: 0..<Self.seeds) { SourceScenario(seed: $0, isSwarm: isSwarm) }
  }

  @Test func `A world of a source is the same twice`() async throws {
    try await expectSame { SourceScenario(seed: $0, isSwarm: true) }
  }
}
