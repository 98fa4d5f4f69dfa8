/// What the user did at the keyboard, or to the window.
public enum Key: Sendable, Hashable {
  /// A character was typed.
  case character(Character)
  /// A letter was typed together with Control, such as `.control("c")`.
  case control(Character)
  /// The keys with a meaning of their own.
  case enter, escape, tab, backspace
  /// The keys that move.
  case up, down, left, right, pageUp, pageDown, home, end
  /// The window has a new size; draw again.
  case resize
}
