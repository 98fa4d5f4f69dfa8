/// A script that a showcase plays; every run prints the same transcript.
public struct Scenario: Sendable {
  /// The name given to `--scenario`.
  public let name: String

  /// The summary in the text of `--help`, one line.
  public let summary: String

  let body: @Sendable (Stage) async throws -> Void

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: The name given to `--scenario`, such as `first-launch`.
  ///   - summary: One line for `--help`.
  ///   - body: The script; if it throws an error, the showcase exits with status 1.
  public init(
    _ name: String, _ summary: String, body: @escaping @Sendable (Stage) async throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.body = body
  }

  /// Creates a scenario that passes a new script to `body`; `summary` is one line for `--help`.
  public init<Script: StageScript>(
    _ name: String, _ summary: String, body: @escaping @Sendable (Script) async throws -> Void
  ) {
    self.init(name, summary) { stage in try await body(Script(stage)) }
  }

  /// Creates a scenario that launches its app once, and calls `body` while the app runs.
  ///
  /// `name` is the name given to `--scenario`, and `summary` one line for `--help`.
  public init<Script: LaunchScript>(
    _ name: String, _ summary: String,
    body: @escaping @Sendable (Script, Script.Feature) async throws -> Void
  ) {
    self.init(name, summary) { (script: Script) in
      try await script.launch { try await body(script, $0) }
    }
  }
}
