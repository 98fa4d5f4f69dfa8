import Foundation

/// The reference server in its own process, on a free port.
final class ServerProcess: Sendable {
  /// The server's base URL.
  let url: URL
  private let process: ChildProcess

  /// Starts the server from the directory of the running tests and waits until it accepts requests.
  init(database: URL, arguments: [String] = []) async throws {
    process = try ChildProcess("ReferenceServer", ["--database", database.path] + arguments)
    let line = try await process.line() ?? ""
    guard let url = URL(string: line) else { throw NotStarted(line: line) }
    self.url = url
  }

  /// Kills the process with SIGKILL and waits until it has ended.
  func killNow() async throws {
    process.kill()
    try await process.end()
  }

  private struct NotStarted: Error {
    let line: String
  }
}
