#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Synchronization

  /// A showcase that runs full screen in a pseudo-terminal, with its screen and its keyboard.
  final class ShowcaseTerminal: Sendable {
    private let controller: PseudoTerminal
    private let ending: ProcessEnding
    private let pid: Int32
    private let grid: Mutex<ScreenGrid>
    /// The longest time of a wait.
    private static let limit = Duration.seconds(600)

    /// Starts a showcase in a terminal of the given size.
    init(
      _ showcase: String, _ arguments: [String] = [], columns: Int = 100, rows: Int = 30
    ) throws {
      let environment = ["TERM": "xterm-256color"]
      grid = Mutex(ScreenGrid(columns: columns, rows: rows))
      (pid, (controller, ending)) = try ShowcaseBinary.start(showcase, arguments, environment) {
        let controller = try PseudoTerminal(columns: columns, rows: rows)
        $0.standardInput = controller.device
        $0.standardOutput = controller.device
        $0.standardError = controller.device
        return (controller, ProcessEnding(of: $0))
      }
      // Only the showcase now holds this end, so that its exit is visible at the other one.
      try controller.device.close()
    }

    /// Kills the showcase, without any cleanup, and waits until it has ended.
    ///
    /// Until then, its state folder is in use.
    deinit {
      signal(SIGKILL)
      _ = ending.wait(until: .now() + 10)
    }

    /// The screen as of the last wait.
    var screen: ScreenGrid { grid.withLock { $0 } }

    /// Types text, with `\r` for the Enter key.
    func type(_ text: String) throws {
      try controller.write(Array(text.utf8))
    }

    /// Presses one key.
    func press(_ key: Key) throws {
      try type(key.typed)
    }

    /// Types text, and waits until the screen contains another one.
    func type(_ text: String, until shown: String) async throws {
      try type(text)
      try await wait(for: shown)
    }

    /// Presses one key, and waits until the screen contains a text.
    func press(_ key: Key, until shown: String) async throws {
      try press(key)
      try await wait(for: shown)
    }

    /// Changes the window's size and notifies the showcase, as a terminal does.
    func resize(columns: Int, rows: Int) throws {
      grid.withLock { $0.resize(columns: columns, rows: rows) }
      try controller.resize(columns: columns, rows: rows)
      signal(SIGWINCH)
    }

    /// Waits until the screen contains `text` within one row.
    func wait(for text: String) async throws {
      try await wait(for: "the text '\(text)'") { $0.contains(text) }
    }

    /// Waits until the screen satisfies a condition.
    func wait(
      for expectation: String, until condition: @escaping @Sendable (ScreenGrid) -> Bool
    ) async throws {
      try await OffThePool.run { [self] in
        let deadline = ContinuousClock.now + Self.limit
        while !condition(screen) {
          guard try readMore(until: deadline) else {
            throw Missed(expectation: expectation, screen: screen.text)
          }
        }
      }
    }

    /// Waits for the exit and returns the status; after a signal, 128 plus the signal's number.
    func waitForExit() async throws -> Int32 {
      try await OffThePool.run { [self] in
        let deadline = ContinuousClock.now + Self.limit
        // Reads the remaining output, because the showcase could otherwise block before its exit.
        while try readMore(until: deadline) {}
        let left = max(.zero, deadline - .now) / .nanoseconds(1)
        guard let status = ending.wait(until: .now() + .nanoseconds(Int(left))) else {
          throw Missed(expectation: "the end of the showcase", screen: screen.text)
        }
        return status
      }
    }

    /// Sends a signal, such as `SIGTERM`.
    func signal(_ number: Int32) {
      if !ending.hasEnded { _ = Self.systemKill(pid, number) }
    }

    private static let systemKill: @Sendable (Int32, Int32) -> Int32 = Foundation.kill

    /// Applies the next output to the screen; `false` after the deadline or the showcase's exit.
    private func readMore(until deadline: ContinuousClock.Instant) throws -> Bool {
      guard let bytes = try controller.read(until: deadline) else { return false }
      grid.withLock { $0.take(bytes) }
      return true
    }

    /// The error of a wait that exceeds its limit, with the expectation and the screen.
    struct Missed: Error, CustomStringConvertible {
      let expectation: String
      let screen: String
      var description: String { "waited in vain for \(expectation); the screen was:\n\(screen)" }
    }
  }

  /// A showcase that a test starts repeatedly with the same state.
  struct StatefulShowcase {
    /// The directory of the state.
    let folder = StateFolder()
    private let name: String
    private let columns: Int
    private let rows: Int

    init(_ name: String, columns: Int = 100, rows: Int = 30) {
      (self.name, self.columns, self.rows) = (name, columns, rows)
    }

    func start(_ arguments: [String] = []) throws -> ShowcaseTerminal {
      try ShowcaseTerminal(
        name, ["--state", folder.path] + arguments, columns: columns, rows: rows)
    }

    /// Starts the showcase, and waits until its screen contains a text.
    func start(
      _ arguments: [String] = [], until shown: String
    ) async throws -> ShowcaseTerminal {
      let terminal = try start(arguments)
      try await terminal.wait(for: shown)
      return terminal
    }
  }
#endif
