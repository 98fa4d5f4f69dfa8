/// Makes text from anywhere safe to show: data must not steer the terminal.
enum PrintableText {
  /// Replaces control characters and line breaks by U+FFFD and removes bidirectional controls.
  ///
  /// Without this a city named with an escape sequence could move the cursor or set the window's
  /// title, and one with an unbalanced override could turn around the text beside it.
  static func singleLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) || isBidirectional($0) }) else {
      return text
    }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !isBidirectional(scalar) {
      shown.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// Keeps text that is written from right to left in its place among what stands beside it.
  ///
  /// A terminal that turns such text around takes spaces and digits next to it along, and the first
  /// letter of a line for its direction. An invisible letter of the other direction on either side
  /// ends that, and takes no column.
  static func inPlace(_ text: String) -> String {
    text.unicodeScalars.contains { isRightToLeft($0) } ? "\u{200E}\(text)\u{200E}" : text
  }

  /// The blocks of Hebrew, Arabic and their neighbours.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isBidirectional(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
