import Foundation
import ServerProcess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An app in a process of its own.
struct AppProcess {
  private let process = Process()
  private let pipe = Pipe()

  init(
    _ name: String, server: URL, state: URL, first: Int, last: Int, _ more: [String] = []
  ) throws {
    process.executableURL = ServerProcess.folder.appending(path: name)
    process.arguments =
      [
        "--server", server.absoluteString, "--state", state.path, "--first", "\(first)",
        "--last", "\(last)",
      ] + more
    process.standardOutput = pipe
    try process.run()
  }

  /// Ends it as the system does, with no chance to finish anything.
  func end() {
    kill(process.processIdentifier, SIGKILL)
  }

  /// The next line that it says; `nil` when it has ended.
  func line() async throws -> String? {
    let pipe = pipe
    return try await OffThePool.run {
      var line = Data()
      while let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      return nil
    }
  }

  /// The lines that it has said since, once it has ended.
  func output() async throws -> [String] {
    let (process, pipe) = (process, pipe)
    return try await OffThePool.run {
      let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      // The last line may have been cut off by a kill.
      return String(decoding: said, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
  }
}
