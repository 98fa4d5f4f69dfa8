public import Testing

/// The guarantees of a history of releases to the users of each release.
///
/// ```swift
/// @Test(arguments: MigrationContract.allCases)
/// func `Every rule holds`(_ rule: MigrationContract) async throws {
///   try await rule.verify(Self.history)
/// }
/// ```
///
/// Only the class `critical` loses nothing in a rollback. For the other classes, ``rollbacks`` and
/// ``kills`` verify that each release finds the values that it has stored last.
///
/// The rules make three exceptions. They expect nothing of a release before the rollback window, no
/// fact that a skipped release knows but the file that it reads cannot contain, and no removal of an
/// element that the removing release has not loaded.
public enum MigrationContract: String, CaseIterable, Sendable {
  case samples = "Every sample has all facts, and every write changes each of them"
  case goldenFiles = "Every shipped file has the same bytes, and is read by every later release"
  case updates = "No update loses a fact, whichever releases it skips"
  case rollbacks = "No rollback loses a fact, whichever releases write"
  case kills = "No release loses a fact when it is killed at any step"

  /// Verifies this rule, and records each problem as an issue of the running test.
  public func verify(
    _ history: ReleaseHistory, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for problem in try await problems(in: history) {
      Issue.record("\(problem)", sourceLocation: sourceLocation)
    }
  }

  /// Verifies this rule, and returns its violations: one per cause, on the shortest route to it.
  ///
  /// Uses temporary directories, and writes missing golden files.
  ///
  /// - Throws: An error of the system, such as a full disk.
  public func problems(in history: ReleaseHistory) async throws -> [MigrationProblem] {
    var found = MigrationProblems()
    do {
      let line = try await Lineage(history)
      switch self {
      case .samples: line.checkSamples(&found)
      case .goldenFiles: try await line.checkGoldenFiles(&found)
      case .updates: try await line.checkUpdates(&found)
      case .rollbacks where history.isCritical: try await line.checkRollbacks(&found)
      case .kills where history.isCritical: try await line.checkKills(&found)
      case .rollbacks, .kills: try await line.checkOwnFiles(&found)
      }
    } catch let problem as MigrationProblem {
      found.add(problem)
    }
    return found.all
  }
}

extension MigrationContract: CustomTestStringConvertible {
  /// The rule as a sentence.
  public var testDescription: String { rawValue }
}
