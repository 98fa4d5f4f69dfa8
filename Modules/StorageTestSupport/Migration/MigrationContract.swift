public import Storage
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
/// Only the class `critical` loses nothing in a rollback, so ``rules(for:)`` has fewer rules for the others.
///
/// The rules make three exceptions. They do not expect:
/// - anything of a release from before the rollback window;
/// - a fact that a skipped release knows, if the file that it reads cannot contain the fact;
/// - the removal of an element that the removing release has not loaded.
public enum MigrationContract: String, CaseIterable, Sendable {
  case samples = "Every sample has all facts, and every write changes each of them"
  case goldenFiles = "Every shipped file has the same bytes, and is read by every later release"
  case updates = "No update loses a fact, whichever releases it skips"
  case rollbacks = "No rollback loses a fact, whichever releases write"
  case kills = "No release loses a fact when it is killed at any step"

  /// Returns the rules that a history of a storage class has to satisfy.
  public static func rules(for dataClass: StorageClass) -> [MigrationContract] {
    dataClass.isCritical ? allCases : [.samples, .goldenFiles, .updates]
  }

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
      guard Self.rules(for: history.dataClass).contains(self) else {
        throw MigrationProblem(
          history.name, "is not critical, so each release finds only what it has stored last",
          "Verify the rules for the class")
      }
      let line = try await Lineage(history)
      switch self {
      case .samples: line.checkSamples(&found)
      case .goldenFiles: try await line.checkGoldenFiles(&found)
      case .updates: try await line.checkUpdates(&found)
      case .rollbacks: try await line.checkRollbacks(&found)
      case .kills: try await line.checkKills(&found)
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
