import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The terminal window in full-screen mode: its input is raw keys, its output is frames.
///
/// ``Showcase`` opens the terminal and restores its previous state, also after an error or a
/// termination signal.
public final class Terminal: Sendable {
  /// The size of the window in character cells.
  public struct Size: Sendable, Hashable {
    /// The number of cells in a row.
    public let columns: Int
    /// The number of rows.
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
    isColored = Self.isColored(ProcessInfo.processInfo.environment)
  }

  /// Returns whether the terminal has colors and the user has not disabled them.
  ///
  /// `environment` contains the process's environment variables.
  static func isColored(_ environment: [String: String]) -> Bool {
    // By the convention of no-color.org, any value of `NO_COLOR` but the empty one disables color.
    guard environment["NO_COLOR", default: ""].isEmpty else { return false }
    let terminal = environment["TERM", default: ""]
    let isMonochrome = terminal.hasSuffix("-m") || terminal.hasSuffix("-mono")
    return !["", "dumb", "unknown", "vt100", "vt102", "vt220"].contains(terminal) && !isMonochrome
  }

  /// The keys as they are typed, until the input ends; supports one consumer.
  public var keys: AsyncStream<Key> { reader.keys }

  /// The current size, read from the system on each access; 80 by 24 if the system reports none.
  public var size: Size {
    var window = winsize()
    let isKnown = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &window) == 0
    guard isKnown, window.ws_col > 0, window.ws_row > 0 else { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Draws `lines` in place of the previous frame, truncated to the window.
  ///
  /// - Throws: ``SystemCallFailure`` if the frame cannot be written, for example to a closed window.
  public func draw(_ lines: [Line]) throws(SystemCallFailure) {
    let frame = Frame(lines: lines, size: size, colored: isColored).bytes
    // The lock is held during the write, so that no other frame is written between the bytes of this
    // one. `close()` also waits for the lock before it restores the terminal.
    try isOpen.withLock { isOpen throws(SystemCallFailure) in
      if isOpen { try RawOutput.write(frame, to: STDOUT_FILENO) }
    }
  }

  /// Enters full-screen mode; the caller must call ``close()``, even if this function throws.
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

  /// Restores the terminal's previous state; a second call has no effect.
  func close() {
    reader.stop()
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      // The write fails only if the terminal's window was closed. Then there is nothing to restore.
      do { try RawOutput.write(Self.leave, to: STDOUT_FILENO) } catch {}
      var settings = original
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
  }

  /// The escape sequences that enter full-screen mode, hide the cursor, disable automatic wrap and mark
  /// pasted text.
  ///
  /// A terminal may draw a character wider than ``DisplayWidth`` computes. Then a line is longer than
  /// the window is wide. Without automatic wrap, only the end of this line is lost.
  private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J"

  private static let leave = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
