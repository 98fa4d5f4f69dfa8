import Foundation
import Sandbox

extension Showcase {
  /// Plays the scenario that the options name; if they name none, opens the full-screen program.
  ///
  /// If there is no terminal for the full-screen program, plays the first scenario. If the showcase has
  /// no full-screen program, plays all scenarios, in a terminal or not.
  func show(_ options: ShowcaseOptions) async throws {
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

  private func play(_ scenario: Scenario?, _ options: ShowcaseOptions) async throws {
    guard let scenario else { throw ScenarioError.nothingToPlay }
    let directory = try StateDirectory.fresh(for: scenario.name, in: options.state)
    let signals = TerminationSignals { [self] in discard(directory) }
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

  private func open(
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

  private func discard(_ directory: StateDirectory) {
    do { try directory.remove() } catch { complain("\(error)") }
  }
}
