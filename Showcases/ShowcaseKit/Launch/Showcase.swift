public import Foundation

/// One module shown alone: full screen in a terminal, as a transcript anywhere else.
///
/// A module without a screen has no full-screen form; all its scenarios are played instead.
///
/// The showcase's `@main` makes one and runs it:
///
/// ```swift
/// static func main() async {
///   await Showcase(
///     name: "CitiesShowcase", summary: "Choose the city to order in.",
///     options: [.state, .language, .city, .server],
///     scenarios: [firstLaunch, offline], fullScreen: browse
///   ).run()
/// }
/// ```
public struct Showcase: Sendable {
  /// The interactive form: draws and reads keys until the user leaves.
  ///
  /// It is given the open terminal, the options and the folder for the state.
  public typealias FullScreen =
    @Sendable (_ terminal: Terminal, _ options: ShowcaseOptions, _ directory: URL) async throws ->
    Void

  let name: String
  let summary: String
  let offered: [ShowcaseOption]
  let scenarios: [Scenario]
  let fullScreen: FullScreen?

  /// Describes a showcase.
  ///
  /// - Parameters:
  ///   - name: The executable's name, for the usage and for errors.
  ///   - summary: One line on what is shown.
  ///   - options: The options offered beside `--help` and `--scenario`.
  ///   - scenarios: The scripts; the first is played where there is no terminal.
  ///   - fullScreen: The interactive form; without one all scenarios are played, in a terminal or
  ///     not.
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

  /// Does what the command line asks, then ends the process.
  ///
  /// The status is 0 when all went well, 64 when the arguments cannot be followed and 1 for any
  /// other error; an error is one line on the standard error.
  public func run() async -> Never {
    // A reader that goes away is then an error like any other, and the state is still removed.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let options = try ShowcaseOptions(
        parsing: Array(CommandLine.arguments.dropFirst()), offered: offered,
        scenarios: scenarios.map(\.name))
      exit(await follow(options))
    } catch {
      complain("\(error)", then: "\n\(usage)")
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

  /// Writes one line on the standard error; when even that fails, only the status tells.
  func complain(_ problem: String, then more: String = "") {
    let line = PrintableText.singleLine("\(name): \(problem)")
    do { try RawOutput.write("\(line)\n\(more)", to: STDERR_FILENO) } catch {}
  }
}
