/// Sanitizing of untrusted text, so that data cannot control the terminal.
enum PrintableText {
  /// Replaces control characters and line breaks by U+FFFD and removes bidirectional controls.
  ///
  /// An escape sequence in a city name could otherwise move the cursor or set the window's title. A
  /// bidirectional control in the name could reverse the text beside the name.
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

  /// Isolates right-to-left text, so that it does not reorder the text beside it.
  ///
  /// Some terminals reorder right-to-left text together with adjacent spaces and digits, and derive
  /// the direction of a line from its first letter. A left-to-right mark (U+200E) before and after the
  /// text prevents this. The marks occupy no columns.
  static func inPlace(_ text: String) -> String {
    text.unicodeScalars.contains { isRightToLeft($0) } ? "\u{200E}\(text)\u{200E}" : text
  }

  /// Whether a scalar is in a block of Hebrew, Arabic or another right-to-left script.
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
