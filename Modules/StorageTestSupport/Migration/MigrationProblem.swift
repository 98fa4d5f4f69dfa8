/// A loss of a user's data, with advice on how to prevent it.
public struct MigrationProblem: Error, Sendable, Hashable {
  /// The releases in the order in which they ran, such as `v1 → v3 → v1`.
  public let path: String
  /// The observed defect.
  public let finding: String
  /// The recommended change.
  public let advice: String
  /// The cause; only the first problem of each cause is reported.
  let cause: Cause

  init(_ path: String, _ finding: String, _ advice: String, _ cause: Cause? = nil) {
    self.path = path
    self.finding = finding
    self.advice = advice
    self.cause = cause ?? Cause(kind: finding, steps: [])
  }

  struct Cause: Sendable, Hashable {
    /// The kind of defect, the same text wherever it occurs.
    let kind: String
    /// The versions whose steps may be at fault.
    let steps: Set<Int>

    /// Whether a fix of `other` may fix this too.
    func mayBe(_ other: Cause) -> Bool {
      kind == other.kind && steps.isSuperset(of: other.steps)
    }
  }
}

extension MigrationProblem: CustomStringConvertible {
  /// The path, the finding and the advice, for a developer.
  public var description: String { "\(path): \(finding). \(advice)." }
}

/// The problems of one rule, one per cause.
struct MigrationProblems {
  private(set) var all: [MigrationProblem] = []

  mutating func add(_ problem: MigrationProblem) {
    guard !all.contains(where: { problem.cause.mayBe($0.cause) }) else { return }
    all.append(problem)
  }
}
