/// The width of text in terminal columns, for aligning and truncating text.
///
/// The number of characters does not tell the width: a Chinese character occupies two columns.
public enum DisplayWidth {
  /// Returns the number of columns that `text` occupies.
  public static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// Returns the number of columns that a character occupies, usually 0, 1 or 2.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isEmoji = scalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    // A terminal draws an emoji sequence, such as a family or a flag, as one picture of two
    // columns.
    return isEmoji ? 2 : scalars.reduce(0) { $0 + of($1) }
  }

  /// Returns `text` truncated with an ellipsis, or padded with spaces, to exactly `columns`.
  public static func fit(_ text: String, to columns: Int) -> String {
    let text = PrintableText.singleLine(text)
    guard of(text) > columns else { return filled(text, to: columns) }
    guard columns > 0 else { return "" }
    return filled(prefix(of: text, columns: columns - 1) + "…", to: columns)
  }

  /// Returns the longest prefix of `text` that fits into `columns`.
  static func prefix(of text: String, columns: Int) -> String {
    var left = columns
    return String(
      text.prefix { character in
        left -= of(character)
        return left >= 0
      })
  }

  private static func filled(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: columns - of(text))
  }

  /// Returns the number of columns of one scalar.
  ///
  /// A control character counts as one column, because it is drawn as U+FFFD.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    // A Korean syllable can consist of several scalars: an initial consonant, a vowel and a final
    // consonant. The terminal draws the syllable in two columns, and the initial consonant already
    // counts as two. This case matches the vowels and the final consonants.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  /// Whether a terminal draws a scalar in two columns, such as a Chinese character.
  ///
  /// Unicode calls these scalars Wide or Fullwidth (UAX #11). Emoji are not included.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
