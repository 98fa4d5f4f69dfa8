import Foundation
import SyncTestSupport
import Testing

@Suite("A cached source, in a simulation", .serialized)
struct CachedSourceModelTests {
  /// The number of worlds of each kind.
  private static let seeds = seedCount("SOURCE_SEEDS", otherwise: 50)

  @Test func `A source keeps its rules in every order of events, and repeats a seed`()
    async throws
  {
    try await expectKept("flat", in: 0..<Self.seeds) { SourceScenario(seed: $0, isSwarm: false) }
    try await expectSame { SourceScenario(seed: $0, isSwarm: false) }
  }

  @Test func `A source keeps its rules where few kinds of events meet often`() async throws {
    try await expectKept("swarm", in: 0..<Self.seeds) { SourceScenario(seed: $0, isSwarm: true) }
    try await expectSame { SourceScenario(seed: $0, isSwarm: true) }
  }
}
