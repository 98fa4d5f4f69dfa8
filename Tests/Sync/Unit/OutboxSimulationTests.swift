import Foundation
@testable import Sync
import SyncTestSupport
import Testing

@Suite("An outbox in simulated worlds")
struct OutboxSimulationTests {
  /// The number of worlds of each kind; the environment variable sets a larger one.
  private static let seeds = seedCount("OUTBOX_SEEDS", otherwise: 200)

  @Test func `The queue keeps its rules in every order of events`() async throws {
    try await expectKept("flat", in: 0..<Self.seeds) { Scenario.flat(seed: $0) }
  }

  @Test func `The queue keeps its rules in worlds with few kinds of events`() async throws {
    try await expectKept("swarm", in: 0..<Self.seeds) { Scenario.swarm(seed: $0) }
  }

  @Test func `A world of the queue is the same twice`() async throws {
    try await expectSame { Scenario.swarm(seed: $0) }
  }

  @Test func `The queue keeps its rules over real files that a crash tears`() throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID())")
    defer { try? FileManager.default.removeItem(at: parent) }
    var torn = 0
    for seed in 0..<max(Self.seeds / 10, 100) {
      let scenario = seed % 2 == 0 ? Scenario.flat(seed: seed) : .swarm(seed: seed)
      let files = SimulatedFiles(parent.appending(path: "\(seed)"), seed: seed)
      let outcome = OutboxSimulation.play(scenario, in: files, isTracing: true)
      torn += files.torn
      #expect(outcome.violation == nil, "\(scenario)\n\(outcome.trace.joined(separator: "\n"))")
    }
    #expect(torn > 0, "no crash has torn a file")
  }
}
