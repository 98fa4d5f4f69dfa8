/// What a simulated world has come to.
package struct Outcome: Sendable {
  /// The promises that were broken, the first one first.
  package let violations: [String]
  /// What happened, line by line.
  package let trace: [String]
  /// How many requests were sent.
  package let requests: Int

  package init(violations: [String], trace: [String], requests: Int = 0) {
    self.violations = violations
    self.trace = trace
    self.requests = requests
  }

  init(_ ledger: Ledger, requests: Int) {
    self.init(
      violations: ledger.violation.map { [$0] } ?? [], trace: ledger.trace, requests: requests)
  }

  /// The first promise that was broken, if any.
  package var violation: String? { violations.first }

  /// Whether a promise is broken that was broken in another world.
  func breaks(_ violation: String) -> Bool {
    violations.contains { Self.rule(of: $0) == Self.rule(of: violation) }
  }

  /// The first words of it: names and numbers are other ones in each world.
  static func rule(of violation: String) -> String {
    String(violation.filter(\.isLetter).prefix(24))
  }
}
