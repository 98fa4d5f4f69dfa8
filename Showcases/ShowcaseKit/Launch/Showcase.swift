public import Foundation

/// A command-line program that demonstrates a module.
///
/// In a terminal, a showcase opens its full-screen program. Without a terminal, it plays its first
/// ``Scenario`` and prints a transcript. A showcase without a full-screen program plays all its
/// scenarios. To write a showcase, conform to ``ShowcaseProgram``.
public struct Showcase: Sendable {
  /// The full-screen program, which draws and reads keys until the user quits.
  ///
  /// Its parameters are the open terminal, the options, and the directory for the stored data of the
  /// app and of the sandbox server.
  public typealias FullScreen =
    @Sendable (_ terminal: Terminal, _ options: ShowcaseOptions, _ directory: URL) async throws ->
    Void

  let name: String
  let summary: String
  let offered: [ShowcaseOption]
  let scenarios: [Scenario]
  let fullScreen: FullScreen?

  /// Creates a showcase.
  ///
  /// - Parameters:
  ///   - name: The executable's name, for the usage and for errors.
  ///   - summary: A one-line summary for the usage.
  ///   - options: The options offered in addition to `--help` and `--scenario`.
  ///   - scenarios: The scripts. If there is no terminal for the full-screen program, the first script
  ///     is played.
  ///   - fullScreen: The full-screen program. If it is `nil`, all scenarios are played, in a terminal
  ///     or not.
  public init(
    name: String, summary: String, options: [ShowcaseOption], scenarios: [Scenario],
    fullScreen: FullScreen? = nil
  ) {
    self.name = name
    self.summary = summary
    self.offered = options.filter { $0 != .scenario }
    self.scenarios = scenarios
    self.fullScreen = fullScreen
  }

  /// Runs the showcase with the process's arguments, then exits.
  ///
  /// The exit status is 0 on success, 64 for invalid arguments and 1 for any other error. An error is
  /// printed as one line on the standard error.
  public func run() async -> Never {
    // The program that reads the output may exit first. The signal is ignored, so that `write` fails
    // instead of killing this process. The process can then still remove its temporary directory.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let options = try ShowcaseOptions(
        parsing: Array(CommandLine.arguments.dropFirst()), offered: offered,
        scenarios: scenarios.map(\.name))
      exit(await follow(options))
    } catch {
      complain("\(error)", then: "Run '\(name) --help' for the options and the scenarios.\n")
      exit(EX_USAGE)
    }
  }

  private func follow(_ options: ShowcaseOptions) async -> Int32 {
    guard !options.wantsHelp else {
      return await attempt { try RawOutput.write(usage, to: STDOUT_FILENO) }
    }
    return await attempt { try await show(options) }
  }
}

extension Showcase {
  private func attempt(_ step: () async throws -> Void) async -> Int32 {
    do {
      try await step()
      return EXIT_SUCCESS
    } catch {
      complain("\(error)")
      return EXIT_FAILURE
    }
  }

  /// Writes one line about a problem to the standard error, then the text `more` below it.
  ///
  /// If the write fails, only the exit status reports the problem.
  func complain(_ problem: String, then more: String = "") {
    let line = PrintableText.singleLine("\(name): \(problem)")
    do { try RawOutput.write("\(line)\n\(more)", to: STDERR_FILENO) } catch {}
  }
}
