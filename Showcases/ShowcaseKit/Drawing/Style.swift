/// How a piece of a line looks; styles combine, such as `[.bold, .green]`.
public struct Style: OptionSet, Sendable, Hashable {
  /// One bit for each look.
  public let rawValue: UInt8

  /// Creates a style from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Stronger than the rest.
  public static let bold: Style = Style(rawValue: 1 << 0)
  /// Fainter than the rest.
  public static let dim: Style = Style(rawValue: 1 << 1)
  /// Text and background exchanged, as for a selected row.
  public static let inverse: Style = Style(rawValue: 1 << 2)
  /// For what failed.
  public static let red: Style = Style(rawValue: 1 << 3)
  /// For what is well.
  public static let green: Style = Style(rawValue: 1 << 4)
  /// For what needs attention.
  public static let yellow: Style = Style(rawValue: 1 << 5)
  /// For what can be acted on.
  public static let cyan: Style = Style(rawValue: 1 << 6)

  private static let colors: Style = [.red, .green, .yellow, .cyan]

  /// The "select graphic rendition" sequence, empty for plain text.
  func sequence(colored: Bool) -> String {
    let shown = colored ? self : subtracting(Self.colors)
    let codes: [(Style, String)] = [
      (.bold, "1"), (.dim, "2"), (.inverse, "7"), (.red, "31"), (.green, "32"), (.yellow, "33"),
      (.cyan, "36"),
    ]
    let list = codes.filter { shown.contains($0.0) }.map(\.1).joined(separator: ";")
    return list.isEmpty ? "" : "\u{1B}[\(list)m"
  }
}
