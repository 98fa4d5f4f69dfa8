import Foundation

extension String {
  /// The normalized text: in composed Unicode form, without invisible marks, with characters of the usual
  /// width, and with single spaces between words.
  var tidied: String {
    let visible = unicodeScalars.filter { !$0.isInvisibleMark }.map(\.inUsualWidth)
    return String(String.UnicodeScalarView(visible)).split(whereSeparator: \.isWhitespace).joined(
      separator: " "
    )
    .precomposedStringWithCanonicalMapping
  }

  /// The text with the digits 0 to 9 in place of those of other scripts, such as the Arabic ones.
  var withUsualDigits: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    let scalars = unicodeScalars.map { scalar in
      guard scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue
      else { return scalar }
      return Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Whether the text has no control, surrogate, unassigned or private-use characters.
  var isPrintable: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .surrogate, .unassigned, .privateUse: false
      default: true
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is an invisible mark, for example of the text direction or of a place where a
  /// word may be divided; pasted text often contains such marks.
  ///
  /// The joiners and the tags, which are parts of some letters and of some emoji, are no such marks.
  fileprivate var isInvisibleMark: Bool {
    value >= 0xAD && properties.generalCategory == .format && properties.isDefaultIgnorableCodePoint
      && !(0x200C...0x200D).contains(value) && value < 0xE0000
  }

  /// The character that an Asian keyboard types in double width, such as `５`, in its usual width.
  fileprivate var inUsualWidth: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) ?? self : self
  }

  /// Whether the character is a letter, a digit, an accent or a vowel sign.
  var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }
}
