import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program of this build in its own process, killed when the object is released.
final class ChildProcess: Sendable {
  /// A lock held while a process starts.
  ///
  /// A child inherits all open descriptors. A second child could inherit the first one's pipe, or
  /// the socket by which Foundation observes its exit, and hide that exit.
  private static let starting = Mutex(())

  private let pid: pid_t
  private let said: FileHandle
  private let ended = DispatchSemaphore(value: 0)

  /// Starts a program from the directory of the running tests.
  init(_ program: String, _ arguments: [String]) throws {
    (pid, said) = try Self.starting.withLock { [ended] _ in
      let process = Process()
      process.executableURL = Self.folder.appending(path: program)
      process.arguments = arguments
      process.terminationHandler = { _ in ended.signal() }
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return (process.processIdentifier, pipe.fileHandleForReading)
    }
  }

  deinit {
    kill()
  }

  /// Kills the process with SIGKILL.
  func kill() {
    // The system may have reused the identifier of a process that has ended.
    if ended.wait(timeout: .now()) == .success {
      ended.signal()
    } else {
      _ = Self.systemKill(pid, SIGKILL)
    }
  }

  /// Waits until the process has ended.
  func end() async throws {
    try await OffThePool.run { [ended] in
      ended.wait()
      // Other waiters need the signal too.
      ended.signal()
    }
  }

  /// Reads the next line of output; returns `nil` at the end.
  func line() async throws -> String? {
    try await OffThePool.run { [said] in
      var line = Data()
      while let byte = try said.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      return nil
    }
  }

  /// Reads the remaining lines and waits for the end of the process; a kill may have truncated the
  /// last line.
  func lines() async throws -> [String] {
    let rest = try await OffThePool.run { [said] in try said.readToEnd() ?? Data() }
    try await end()
    return String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let systemKill: @Sendable (pid_t, Int32) -> Int32 = Foundation.kill

  /// The directory of the build's products: the tests are a bundle on macOS and an executable
  /// elsewhere.
  private static var folder: URL {
    #if os(macOS)
      Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
