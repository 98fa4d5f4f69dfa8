public import Foundation

/// The reference server in a process of its own, on a port of its own.
public final class ServerProcess: Sendable {
  /// Where it can be asked.
  public let url: URL
  private let process: ChildProcess

  /// Starts the server that was built beside these tests and waits until it can be asked.
  public init(database: URL, arguments: [String] = []) async throws {
    process = try ChildProcess("ReferenceServer", ["--database", database.path] + arguments)
    let line = try await process.line() ?? ""
    guard let url = URL(string: line) else { throw NotStarted(line: line) }
    self.url = url
  }

  /// Ends the process as the system does, with no chance to finish anything.
  public func killNow() async throws {
    process.kill()
    try await process.end()
  }

  private struct NotStarted: Error {
    let line: String
  }
}
