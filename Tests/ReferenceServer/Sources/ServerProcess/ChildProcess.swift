import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A program of this build in a process of its own, killed when nobody needs it any more.
public final class ChildProcess: Sendable {
  /// Held while a process is started.
  ///
  /// It inherits what is open at that moment: with the end of another's pipe, or of the socket by which
  /// Foundation learns of another's exit, it would hide that exit for as long as it lives itself.
  private static let starting = Mutex(())

  private let pid: pid_t
  private let said: FileHandle
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the program that was built beside these tests.
  public init(_ program: String, _ arguments: [String]) throws {
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

  /// Ends it as the system does, with no chance to finish anything.
  public func kill() {
    // The number of one that has ended may be another's by now.
    if ended.wait(timeout: .now()) == .success {
      ended.signal()
    } else {
      _ = Self.systemKill(pid, SIGKILL)
    }
  }

  /// Waits until it has ended.
  public func end() async throws {
    try await OffThePool.run { [ended] in
      ended.wait()
      // For the next that waits.
      ended.signal()
    }
  }

  /// The next line that it says; `nil` when it has ended.
  public func line() async throws -> String? {
    try await OffThePool.run { [said] in
      var line = Data()
      while let byte = try said.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      return nil
    }
  }

  /// The lines that it has said since, once it has ended; a kill may have cut off the last.
  public func lines() async throws -> [String] {
    let rest = try await OffThePool.run { [said] in try said.readToEnd() ?? Data() }
    try await end()
    return String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let systemKill: @Sendable (pid_t, Int32) -> Int32 = Foundation.kill

  /// The tests are one of the build's products, as a bundle on a Mac and else as an executable.
  private static var folder: URL {
    #if os(macOS)
      Bundle(for: ChildProcess.self).bundleURL.deletingLastPathComponent()
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }
}
