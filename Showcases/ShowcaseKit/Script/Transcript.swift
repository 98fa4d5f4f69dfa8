import Synchronization

/// What a scenario tells, line by line, each with the virtual time at which it happened.
///
/// ```
/// [  0.250 s] 3 cities arrived
///             Москва
/// ```
///
/// Lines may be added from any task; each call is written whole, in the order of the calls.
public final class Transcript: Sendable {
  private let clock: ScriptedClock
  private let write: @Sendable (String) throws(SystemCallFailure) -> Void
  private let failure = Mutex<SystemCallFailure?>(nil)

  init(
    clock: ScriptedClock, write: @escaping @Sendable (String) throws(SystemCallFailure) -> Void
  ) {
    self.clock = clock
    self.write = write
  }

  /// Adds a line that begins with the time; further lines in `text` stand below it, indented.
  public func line(_ text: String) {
    add { Self.stamp(clock.now.sinceStart) + Self.indented(text) }
  }

  /// Adds lines without a time, indented to stand below the line they belong to.
  public func details(_ lines: [String]) {
    add { lines.map { Self.indent + Self.indented($0) }.joined() }
  }

  /// Adds one line without a time, indented to stand below the line it belongs to.
  public func detail(_ line: String) {
    details([line])
  }

  /// Throws the first failure to write: a transcript with a hole must not pass for a whole one.
  func checkWritten() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func add(_ lines: () -> String) {
    // The time is read inside the lock, so that later lines never show earlier times.
    failure.withLock { failure in
      guard failure == nil else { return }
      do throws(SystemCallFailure) { try write(lines()) } catch { failure = error }
    }
  }

  private static let indent = String(repeating: " ", count: 12)

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { PrintableText.singleLine(String($0)) }
      .joined(separator: "\n" + indent) + "\n"
  }

  /// Writes the time by hand: number formatters follow the machine's locale.
  private static func stamp(_ time: Duration) -> String {
    let seconds = String(time.components.seconds)
    let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
    let thousandths = String(milliseconds + 1_000).dropFirst()
    let padding = String(repeating: " ", count: max(0, 3 - seconds.count))
    return "[\(padding)\(seconds).\(thousandths) s] "
  }
}
