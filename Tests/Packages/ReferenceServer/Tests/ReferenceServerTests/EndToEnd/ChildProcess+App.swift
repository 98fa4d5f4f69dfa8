import Foundation

/// Returns the number of kills: that of an environment variable, for longer runs, or 50.
func killCount(_ variable: String) -> Int {
  let kills = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? 50
  // For `Tests/Figures.md`: `Tests/Checks/Figures/check`.
  FileHandle.standardError.write(Data("figure: \(variable) \(kills)\n".utf8))
  return kills
}

extension ChildProcess {
  /// Starts an app that performs the actions from `first` to `last` with a server.
  convenience init(
    app: String, server: URL, state: URL, first: Int, last: Int
  ) throws {
    try self.init(
      app,
      [
        "--server", server.absoluteString, "--state", state.path, "--first", "\(first)",
        "--last", "\(last)",
      ])
  }
}
