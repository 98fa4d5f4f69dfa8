/// A key press or a change of the window.
public enum Key: Sendable, Hashable {
  /// A typed character.
  case character(Character)
  /// A letter typed with Control, such as `.control("c")`.
  case control(Character)
  /// Keys for commands and editing.
  case enter, escape, tab, backspace
  /// Keys for navigation.
  case up, down, left, right, pageUp, pageDown, home, end
  /// A change of the window's size, after which the screen is drawn again.
  case resize
}
