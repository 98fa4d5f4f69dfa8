#if os(macOS) || os(Linux)
  import Foundation

  /// A complete run of a showcase without a terminal, as in CI.
  struct ShowcaseProcess: Sendable {
    let output: String
    let errors: String
    /// The exit status; after a signal, 128 plus the signal's number, as in a shell.
    let status: Int32

    /// Runs a showcase and collects its output.
    ///
    /// After ten minutes the process is killed, which results in the status 137.
    static func run(
      _ showcase: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> ShowcaseProcess {
      let (pid, (output, errors, ending)) = try ShowcaseBinary.start(
        showcase, arguments, environment
      ) { process in
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        return (output, errors, ProcessEnding(of: process))
      }
      let watchdog = Task {
        try await Task.sleep(for: .seconds(600))
        kill(pid, SIGKILL)
      }
      defer { watchdog.cancel() }
      // Reads both pipes concurrently, because a process blocks if one of its pipes is full.
      async let written = drained(output.fileHandleForReading)
      async let complained = drained(errors.fileHandleForReading)
      let result = try await (written, complained)
      let status = try await OffThePool.run { ending.wait(until: .distantFuture) }
      return ShowcaseProcess(output: result.0, errors: result.1, status: status ?? -1)
    }

    private static func drained(_ pipe: FileHandle) async throws -> String {
      try await OffThePool.run { String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self) }
    }
  }
#endif
