import Foundation
import ServerProcess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The app in a process of its own.
struct AppProcess {
  private let process = Process()
  private let pipe = Pipe()

  init(server: URL, state: URL, first: Int, last: Int) throws {
    process.executableURL = ServerProcess.folder.appending(path: "LineApp")
    process.arguments = [
      "--server", server.absoluteString, "--state", state.path, "--first", "\(first)",
      "--last", "\(last)",
    ]
    process.standardOutput = pipe
    try process.run()
  }

  /// Ends it as the system does, with no chance to finish anything.
  func end() {
    kill(process.processIdentifier, SIGKILL)
  }

  /// The lines that it has said, once it has ended.
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
