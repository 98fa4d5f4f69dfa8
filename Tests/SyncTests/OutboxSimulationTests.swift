import Foundation
import Sync
import SyncTestSupport
import Testing

@Suite("An outbox in simulated worlds")
struct OutboxSimulationTests {
  /// How many worlds of each kind are tried; nightly runs ask for more.
  private static let seeds =
    ProcessInfo.processInfo.environment["OUTBOX_SEEDS"].flatMap { UInt64($0) } ?? 2_000

  @Test("Keeps every promise, whatever happens")
  func flat() {
    expectKept("flat", Scenario.flat)
  }

  @Test("Keeps every promise in worlds of extreme taste")
  func swarm() {
    expectKept("swarm", Scenario.swarm)
  }

  @Test("Is the same twice in the same world")
  func same() {
    for seed in 0..<200 as Range<UInt64> {
      let scenario = Scenario.swarm(seed: seed)
      let first = OutboxSimulation.play(scenario, isTracing: true).trace
      let second = OutboxSimulation.play(scenario, isTracing: true).trace
      let difference = zip(first, second).first { $0 != $1 }
      #expect(
        difference == nil && first.count == second.count,
        "seed \(seed): \(String(describing: difference))")
    }
  }

  @Test("Keeps every promise over real files that a crash tears")
  func files() throws {
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

  private func expectKept(_ kind: String, _ scenario: (_ seed: UInt64) -> Scenario) {
    var broken = 0
    for seed in 0..<Self.seeds {
      let scenario = scenario(seed)
      guard let violation = OutboxSimulation.play(scenario).violation else { continue }
      broken += 1
      if broken <= 3 { report(scenario, violation) }
    }
    #expect(broken == 0, "\(broken) of \(Self.seeds) \(kind) worlds")
  }

  /// Shows the smallest part of a scenario in which the same promise is broken.
  private func report(_ scenario: Scenario, _ violation: String) {
    let rule = violation.filter { !$0.isNumber }
    let smallest = scenario.shrunk { candidate in
      OutboxSimulation.play(candidate).violation?.filter { !$0.isNumber } == rule
    }
    let trace = OutboxSimulation.play(smallest, isTracing: true).trace.joined(separator: "\n")
    Issue.record("\(violation)\n\(smallest)\n\(trace)")
  }
}
