/// Text attributes of a part of a line; they combine, such as `[.bold, .green]`.
public struct Style: OptionSet, Sendable, Hashable {
  /// The attributes, one bit each.
  public let rawValue: UInt8

  /// Creates a style from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold text.
  public static let bold: Style = Style(rawValue: 1 << 0)
  /// Dim text.
  public static let dim: Style = Style(rawValue: 1 << 1)
  /// Swapped text and background colors, for a selected row.
  public static let inverse: Style = Style(rawValue: 1 << 2)
  /// Red text, for failures.
  public static let red: Style = Style(rawValue: 1 << 3)
  /// Green text, for success.
  public static let green: Style = Style(rawValue: 1 << 4)
  /// Yellow text, for warnings.
  public static let yellow: Style = Style(rawValue: 1 << 5)
  /// Cyan text, for elements that accept input.
  public static let cyan: Style = Style(rawValue: 1 << 6)

  private static let colors: Style = [.red, .green, .yellow, .cyan]

  /// Returns the ANSI escape sequence that turns the attributes on; empty for plain text.
  ///
  /// If `colored` is `false`, the sequence contains no colors.
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
