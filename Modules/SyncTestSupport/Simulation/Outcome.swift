/// The result of a simulation.
package struct Outcome: Sendable {
  /// The broken rules, in order.
  package let violations: [String]
  /// The events, one per line.
  package let trace: [String]
  /// The number of requests that were sent.
  package let requests: Int

  package init(violations: [String], trace: [String], requests: Int = 0) {
    self.violations = violations
    self.trace = trace
    self.requests = requests
  }

  package init(_ ledger: Ledger, requests: Int) {
    self.init(
      violations: ledger.violation.map { [$0] } ?? [], trace: ledger.trace, requests: requests)
  }

  /// The first broken rule, if any.
  package var violation: String? { violations.first }

  /// Returns whether this outcome breaks the rule that a violation in another world has broken.
  func breaks(_ violation: String) -> Bool {
    violations.contains { Self.rule(of: $0) == Self.rule(of: violation) }
  }

  /// Returns the first letters of a violation, because names and numbers differ between worlds.
  static func rule(of violation: String) -> String {
    String(violation.filter(\.isLetter).prefix(24))
  }
}
