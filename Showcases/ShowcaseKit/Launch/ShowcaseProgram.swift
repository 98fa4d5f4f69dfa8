public import Foundation
import Sandbox

/// The entry point of a showcase program.
///
/// The name of the conforming type is the name of the program in its usage and in its errors.
///
/// ```swift
/// @main
/// enum CitiesShowcase: ShowcaseProgram {
///   static let summary = "Choose the city to order in."
///   static let options: [ShowcaseOption] = [.state, .language, .city, .server]
///   static let scenarios: [Scenario] = [.firstLaunch, .offline]
///   static let fullScreen: FullScreen? = browse
/// }
/// ```
public protocol ShowcaseProgram: SendableMetatype {
  /// A one-line summary for the usage.
  static var summary: String { get }
  /// The options offered in addition to `--help` and `--scenario`.
  static var options: [ShowcaseOption] { get }
  /// The scripts; the first is played if there is no terminal for the full-screen program.
  static var scenarios: [Scenario] { get }
  /// The full-screen program. If it is `nil`, all scenarios are played, in a terminal or not.
  static var fullScreen: FullScreen? { get }
}

/// A program that draws and reads keys until the user quits.
///
/// Its parameters are the open terminal, the options, and the directory for the stored data of the app and
/// of the sandbox server.
public typealias FullScreen =
  @Sendable (_ terminal: Terminal, _ options: ShowcaseOptions, _ directory: URL) async throws ->
  Void

extension ShowcaseProgram {
  /// The default options: `--state` and `--server`.
  public static var options: [ShowcaseOption] { [.state, .server] }

  /// The default is `nil`: all scenarios are played instead of a full-screen program.
  public static var fullScreen: FullScreen? { nil }

  /// The name of the program.
  static var name: String { "\(Self.self)" }

  // `@concurrent`, because `@main` does not find an asynchronous `main` that runs on its caller's
  // actor.
  /// Runs the showcase with the process's arguments, then exits.
  ///
  /// The exit status is 0 on success, 64 for invalid arguments and 1 for any other error. An error is
  /// printed as one line on the standard error.
  @concurrent public static func main() async {
    // The program that reads the output may exit first. The signal is ignored, so that `write` fails
    // instead of killing this process. The process can then still remove its temporary directory.
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try ShowcaseOptions(
        parsing: Array(CommandLine.arguments.dropFirst()),
        offered: options, scenarios: scenarios.map(\.name))
      if options.wantsHelp {
        try RawOutput.write(usage, to: STDOUT_FILENO)
      } else {
        try await show(options)
      }
      exit(EXIT_SUCCESS)
    } catch let error as UsageError {
      complain("\(error)", then: "Run '\(name) --help' for the options and the scenarios.\n")
      exit(EX_USAGE)
    } catch {
      complain("\(error)")
      exit(EXIT_FAILURE)
    }
  }

  /// Writes one line about a problem to the standard error, then the text `more` below it.
  ///
  /// If the write fails, only the exit status reports the problem.
  private static func complain(_ problem: String, then more: String = "") {
    let line = PrintableText.singleLine("\(name): \(problem)")
    do { try RawOutput.write("\(line)\n\(more)", to: STDERR_FILENO) } catch {}
  }

  /// Plays the scenario that the options name; if they name none, opens the full-screen program.
  ///
  /// If there is no terminal for the full-screen program, plays the first scenario. If the showcase has
  /// no full-screen program, plays all scenarios, in a terminal or not.
  private static func show(_ options: ShowcaseOptions) async throws {
    if let name = options.scenario {
      try await play(scenarios.first { $0.name == name }, options)
    } else if let fullScreen {
      guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
        return try await play(scenarios.first, options)
      }
      let folder = try options.state ?? StateFolder.standard(for: name)
      try await open(fullScreen, options, in: StateFolder.take(folder, for: name))
    } else {
      for scenario in scenarios {
        try RawOutput.write("\(scenario.name): \(scenario.summary)\n", to: STDOUT_FILENO)
        try await play(scenario, options)
        try RawOutput.write("\n", to: STDOUT_FILENO)
      }
    }
  }

  private static func play(_ scenario: Scenario?, _ options: ShowcaseOptions) async throws {
    guard let scenario else { throw ScenarioError.nothingToPlay }
    let directory = try StateDirectory.fresh(for: scenario.name, in: options.state)
    let signals = TerminationSignals { discard(directory) }
    defer {
      signals.cancel()
      discard(directory)
    }
    let clock = InstantClock()
    let transcript = Transcript(clock: clock) { text throws(SystemCallFailure) in
      try RawOutput.write(text, to: STDOUT_FILENO)
    }
    do {
      try await scenario.body(
        Stage(options: options, directory: directory.url, clock: clock, transcript: transcript))
    } catch {
      throw ScenarioError.failed(scenario.name, reason: "\(error)")
    }
    try transcript.checkWritten()
  }

  private static func open(
    _ fullScreen: FullScreen, _ options: ShowcaseOptions, in directory: URL
  ) async throws {
    let terminal = try Terminal()
    let signals = TerminationSignals { terminal.close() }
    defer {
      terminal.close()
      signals.cancel()
    }
    try terminal.open()
    try await fullScreen(terminal, options, directory)
  }

  private static func discard(_ directory: StateDirectory) {
    do { try directory.remove() } catch { complain("\(error)") }
  }
}
