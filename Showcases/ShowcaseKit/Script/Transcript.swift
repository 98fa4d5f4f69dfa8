import Sandbox
import Synchronization

/// The output of a scenario, line by line, each with its virtual time.
///
/// ```
/// [  0.250 s] 3 cities arrived
///             Москва
/// ```
///
/// Any task may add lines. The lines of one call are never mixed with those of another call.
public final class Transcript: Sendable {
  private let clock: InstantClock
  private let write: @Sendable (String) throws(SystemCallFailure) -> Void
  private let failure = Mutex<SystemCallFailure?>(nil)

  init(
    clock: InstantClock, write: @escaping @Sendable (String) throws(SystemCallFailure) -> Void
  ) {
    self.clock = clock
    self.write = write
  }

  /// Adds a line that begins with the time; further lines of `text` follow below it, indented.
  public func line(_ text: String) {
    add { Self.stamp(clock.now.sinceStart) + Self.indented(text) }
  }

  /// Adds lines without a time, indented below the last line that has a time.
  public func details(_ lines: [String]) {
    add { lines.map { Self.indent + Self.indented($0) }.joined() }
  }

  /// Adds one line without a time, indented below the last line that has a time.
  public func detail(_ line: String) {
    details([line])
  }

  /// Throws the first error that a write caused, because an incomplete transcript must not look
  /// complete.
  func checkWritten() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func add(_ lines: () -> String) {
    // The time is read while the lock is held, so that later lines never have earlier times.
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

  /// Returns the time in a fixed format, because number formatters depend on the machine's locale.
  private static func stamp(_ time: Duration) -> String {
    let seconds = String(time.components.seconds)
    let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
    let thousandths = String(milliseconds + 1_000).dropFirst()
    let padding = String(repeating: " ", count: max(0, 3 - seconds.count))
    return "[\(padding)\(seconds).\(thousandths) s] "
  }
}
