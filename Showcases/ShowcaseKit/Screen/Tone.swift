/// The look of a piece of text, by its meaning; a renderer decides about colors.
public enum Tone: String, Codable, Sendable {
  /// Text without emphasis.
  case plain
  /// The name of a screen.
  case title
  /// Emphasized text, such as the name of a city.
  case strong
  /// Text of minor importance.
  case faint
  /// A key, or the cursor of a field.
  case accent
  /// Good news, such as progress.
  case good
  /// Something that is not settled yet, such as a change that was not sent.
  case pending
  /// A fault or an error.
  case bad
  /// The selected row.
  case selected

  /// The escape sequence of a terminal; empty for plain text.
  ///
  /// Without colors, weight and inversion alone distinguish the tones.
  func sequence(colored: Bool) -> String {
    let (weight, color): (String, String) =
      switch self {
      case .plain: ("", "")
      case .title: ("1", "36")
      case .strong: ("1", "")
      case .faint: ("2", "")
      case .accent: ("", "36")
      case .good: ("", "32")
      case .pending: ("", "33")
      case .bad: ("", "31")
      case .selected: ("7", "")
      }
    let codes = [weight, colored ? color : ""].filter { !$0.isEmpty }.joined(separator: ";")
    return codes.isEmpty ? "" : "\u{1B}[\(codes)m"
  }
}
