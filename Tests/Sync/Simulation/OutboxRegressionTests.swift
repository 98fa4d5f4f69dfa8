import SyncTestSupport
import Testing

/// The minimal scenarios in which an outbox once broke a rule.
@Suite("An outbox keeps its promises in the worlds where it once did not:")
struct OutboxRegressionTests {
  @Test(
    arguments: [
      "What came after an order overtook it while it waited for its next attempt": Scenario(
        seed: 1, steps: [.order, .link(line: 0, to: .line(1)), .run(12)], faults: [.unsent]),
      "A change was merged under a key that had been on the wire": Scenario(
        seed: 10,
        steps: [.put(line: 2, quantity: 13), .settle, .put(line: 2, quantity: 43)],
        faults: [.unauthorized]),
      "A deletion that was answered without a version left the creation on the screen": Scenario(
        seed: 15, steps: [.put(line: 0, quantity: 51), .delete(line: 0)]),
      "A change was replaced that the server already had": Scenario(
        seed: 24, steps: [.put(line: 2, quantity: 9), .stop, .replace(item: 54, quantity: 54)]),
      "A merged change was applied beside the one that a full disk still had": Scenario(
        seed: 3,
        steps: [
          .close(.offline), .put(line: 1, quantity: 1), .settle, .fillDisk,
          .put(line: 1, quantity: 2), .settle, .open(.offline), .settle, .crash, .settle,
        ]),
      "What waited behind a refusal held up every lane that it looked at": Scenario(
        seed: 0, steps: [.refused(line: 3), .order, .put(line: 0, quantity: 79), .settle]),
    ])
  func kept(_ bug: String, _ scenario: Scenario) {
    let outcome = OutboxSimulation.play(scenario, isTracing: true)
    #expect(outcome.violation == nil, "\(outcome.trace.joined(separator: "\n"))")
  }
}
