/// One way in which a user would lose something, and what to do about it.
public struct MigrationProblem: Error, Sendable, Hashable {
  /// The releases that were run, one after the other, such as `v1 → v3 → v1`.
  public let path: String
  /// What is not as it should be.
  public let finding: String
  /// What to change.
  public let advice: String
  /// Of problems with one cause only the first is told.
  let cause: Cause

  init(_ path: String, _ finding: String, _ advice: String, _ cause: Cause? = nil) {
    self.path = path
    self.finding = finding
    self.advice = advice
    self.cause = cause ?? Cause(kind: finding, steps: [])
  }

  struct Cause: Sendable, Hashable {
    /// What is wrong, the same text wherever it shows.
    let kind: String
    /// The versions whose steps may be at fault.
    let steps: Set<Int>

    /// Whether mending `other` may mend this.
    func mayBe(_ other: Cause) -> Bool {
      kind == other.kind && steps.isSuperset(of: other.steps)
    }
  }
}

extension MigrationProblem: CustomStringConvertible {
  /// The path, the finding and the advice, for a person who has to act on them.
  public var description: String { "\(path): \(finding). \(advice)." }
}

/// The problems of one rule, each cause once.
struct MigrationProblems {
  private(set) var all: [MigrationProblem] = []

  mutating func add(_ problem: MigrationProblem) {
    guard !all.contains(where: { problem.cause.mayBe($0.cause) }) else { return }
    all.append(problem)
  }
}
