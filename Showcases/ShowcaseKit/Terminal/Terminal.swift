import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The whole window: raw keys in, frames out, and everything as before at the end.
///
/// ``Showcase`` opens it and closes it again, also after an error or a termination signal.
public final class Terminal: Sendable {
  /// The window's extent in character cells.
  public struct Size: Sendable, Hashable {
    /// The cells in a row.
    public let columns: Int
    /// The rows.
    public let rows: Int
  }

  private let reader = KeyReader(descriptor: STDIN_FILENO)
  private let original: termios
  private let isColored: Bool
  private let isOpen = Mutex(false)

  init() throws(SystemCallFailure) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw .last("read terminal settings") }
    original = settings
    // As no-color.org asks: any value but the empty one.
    isColored = ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// The keys as they are typed, until the input ends; for one reader.
  public var keys: AsyncStream<Key> { reader.keys }

  /// The present size, asked of the system each time; 80 by 24 where it does not know.
  public var size: Size {
    var window = winsize()
    let isKnown = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &window) == 0
    guard isKnown, window.ws_col > 0, window.ws_row > 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Shows `lines` from the top of the window, cut to it, in place of what was shown before.
  ///
  /// - Throws: ``SystemCallFailure`` when the terminal is gone.
  public func draw(_ lines: [StyledLine]) throws(SystemCallFailure) {
    let frame = Frame(lines: lines, size: size, colored: isColored).bytes
    // Under the lock two frames never mix, and none lands on the screen given back.
    try isOpen.withLock { isOpen throws(SystemCallFailure) in
      if isOpen { try RawOutput.write(frame, to: STDOUT_FILENO) }
    }
  }

  /// Takes the terminal over; from now on ``close()`` is needed, also when this throws.
  func open() throws(SystemCallFailure) {
    try isOpen.withLock { isOpen throws(SystemCallFailure) in
      isOpen = true
      var settings = original
      cfmakeraw(&settings)
      guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else {
        throw .last("change terminal settings")
      }
      try RawOutput.write(Self.enter, to: STDOUT_FILENO)
    }
    reader.start()
  }

  /// Gives the terminal back as it was found; closing it twice is no error.
  func close() {
    reader.stop()
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      // A terminal that can no longer be written to is gone and has nothing to give back.
      do { try RawOutput.write(Self.leave, to: STDOUT_FILENO) } catch {}
      var settings = original
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
  }

  /// Alternate screen, no cursor, no automatic wrap: a character that is wider than measured then
  /// spoils the end of its line, not the lines below.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"

  private static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
