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
    for seed in 0..<Self.seeds { expectKept(Scenario.flat(seed: seed)) }
  }

  @Test("Keeps every promise in worlds of extreme taste")
  func swarm() {
    for seed in 0..<Self.seeds { expectKept(Scenario.swarm(seed: seed)) }
  }

  @Test("Is the same twice in the same world")
  func same() {
    for seed in 0..<200 as Range<UInt64> {
      let scenario = Scenario.swarm(seed: seed)
      let first = OutboxSimulation.play(scenario, isTracing: true).trace
      #expect(first == OutboxSimulation.play(scenario, isTracing: true).trace, "\(seed)")
    }
  }

  private func expectKept(_ scenario: Scenario) {
    guard let violation = OutboxSimulation.play(scenario).violation else { return }
    let smallest = scenario.shrunk { OutboxSimulation.play($0).violation != nil }
    let trace = OutboxSimulation.play(smallest, isTracing: true).trace.joined(separator: "\n")
    Issue.record("\(violation)\n\(smallest)\n\(trace)")
  }
}
