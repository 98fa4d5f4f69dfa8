public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The reference server in a process of its own, on a port of its own.
public final class ServerProcess: Sendable {
  /// Where it can be asked.
  public let url: URL
  private let pid: pid_t
  private let ended: DispatchSemaphore

  /// Starts the server that was built beside these tests and waits until it can be asked.
  public init(database: URL, arguments: [String] = []) async throws {
    let process = Process()
    process.executableURL = Self.folder.appending(path: "ReferenceServer")
    process.arguments = ["--database", database.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    self.ended = ended
    pid = process.processIdentifier
    let line = try await OffThePool.run { try Self.firstLine(of: output.fileHandleForReading) }
    guard let url = URL(string: line) else { throw NotStarted(line: line) }
    self.url = url
  }

  deinit {
    // The number of one that has ended may be another's by now.
    if ended.wait(timeout: .now()) == .timedOut { kill(pid, SIGKILL) }
  }

  /// Ends the process as the system does, with no chance to finish anything.
  public func killNow() async throws {
    kill(pid, SIGKILL)
    try await OffThePool.run { [ended] in
      ended.wait()
      // For the next that waits.
      ended.signal()
    }
  }

  private static func firstLine(of output: FileHandle) throws -> String {
    var line = Data()
    while let byte = try output.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  /// The tests are one of the build's products, as a bundle on a Mac and else as an executable.
  public static var folder: URL {
    #if os(macOS)
      Bundle(for: ServerProcess.self).bundleURL.deletingLastPathComponent()
    #else
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
  }

  private struct NotStarted: Error {
    let line: String
  }
}

/// Runs what blocks on a thread of its own: the threads of Swift's tasks are few and shared.
public enum OffThePool {
  /// Runs `work` and waits for it without a thread of the pool.
  public static func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
  }
}
