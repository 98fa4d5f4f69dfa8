#if os(macOS) || os(Linux)
  import Foundation
  import ShowcaseKit
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A showcase run full screen in a pseudo-terminal, with its screen to look at and keys to type.
  final class ShowcaseTerminal: Sendable {
    private let controller: PseudoTerminal
    private let ending: ProcessEnding
    private let pid: Int32
    private let grid: Mutex<ScreenGrid>

    /// Starts a showcase in a terminal of the given size.
    init(
      _ showcase: String, _ arguments: [String] = [], environment: [String: String] = [:],
      columns: Int = 100, rows: Int = 30
    ) throws {
      let environment = environment.merging(["TERM": "xterm-256color"]) { given, _ in given }
      grid = Mutex(ScreenGrid(columns: columns, rows: rows))
      (pid, (controller, ending)) = try ShowcaseBinary.start(showcase, arguments, environment) {
        let controller = try PseudoTerminal(columns: columns, rows: rows)
        $0.standardInput = controller.device
        $0.standardOutput = controller.device
        $0.standardError = controller.device
        return (controller, ProcessEnding(of: $0))
      }
      // From now on the showcase alone holds that end, so that its exit is seen at this one.
      try controller.device.close()
    }

    deinit {
      kill()
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

    /// Changes the window's size and says so to the showcase, as a terminal would.
    func resize(columns: Int, rows: Int) throws {
      grid.withLock { $0.resize(columns: columns, rows: rows) }
      try controller.resize(columns: columns, rows: rows)
      signal(SIGWINCH)
    }

    /// Waits until the screen contains `text` within one row.
    func wait(for text: String, within limit: Duration = .seconds(120)) async throws {
      try await wait(within: limit, for: "the text '\(text)'") { $0.contains(text) }
    }

    /// Waits until the screen is as described.
    func wait(
      within limit: Duration = .seconds(120), for expectation: String,
      until condition: @escaping @Sendable (ScreenGrid) -> Bool
    ) async throws {
      try await OffThePool.run { [self] in
        let deadline = ContinuousClock.now + limit
        while !condition(screen) {
          guard try readMore(until: deadline) else {
            throw Missed(expectation: expectation, screen: screen.text)
          }
        }
      }
    }

    /// Waits for the end and returns the status, 128 and the number for a signal.
    func waitForExit(within limit: Duration = .seconds(120)) async throws -> Int32 {
      try await OffThePool.run { [self] in
        let deadline = ContinuousClock.now + limit
        // What it still writes is read on, or it could not end.
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

    /// Ends the showcase as a power cut would.
    func kill() {
      signal(SIGKILL)
    }

    private static let systemKill: @Sendable (Int32, Int32) -> Int32 = Foundation.kill

    /// Lets the screen take what comes next; `false` when nothing does, for now or for ever.
    private func readMore(until deadline: ContinuousClock.Instant) throws -> Bool {
      guard let bytes = try controller.read(until: deadline) else { return false }
      grid.withLock { $0.take(bytes) }
      return true
    }

    /// What did not happen in time, and what was on the screen instead.
    struct Missed: Error, CustomStringConvertible {
      let expectation: String
      let screen: String
      var description: String { "waited in vain for \(expectation); the screen was:\n\(screen)" }
    }
  }
#endif
