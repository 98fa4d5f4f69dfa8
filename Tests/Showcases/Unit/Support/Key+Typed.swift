import ShowcaseKit

extension Key {
  /// The characters that a terminal sends for the key.
  var typed: String {
    switch self {
    case .character(let character): String(character)
    case .control(let letter): String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1F))
    case .enter: "\r"
    case .escape: "\u{1B}"
    case .tab: "\t"
    case .backspace: "\u{7F}"
    case .up: "\u{1B}[A"
    case .down: "\u{1B}[B"
    case .right: "\u{1B}[C"
    case .left: "\u{1B}[D"
    // No test presses another key.
    default: ""
    }
  }
}
