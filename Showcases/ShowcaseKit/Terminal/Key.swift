/// A key press or a change of the window.
public enum Key: Sendable, Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// A typed character.
  case character(Character)
  /// A letter typed with Control, such as `.control("c")`.
  case control(Character)
  /// Keys for commands and editing.
  case enter, escape, tab, backTab, backspace
  /// Keys for navigation.
  case up, down, left, right, pageUp, pageDown, home, end
  /// A change of the window's size, after which the screen is drawn again.
  case resize

  /// Creates the key of a typed character.
  public init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  /// The name of the key for the user, such as `^R`.
  var name: String {
    switch self {
    case .character(let character): "\(character)"
    case .control(let letter): "^\(letter.uppercased())"
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backTab: "⇧Tab"
    case .backspace: "⌫"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .resize: ""
    }
  }
}
