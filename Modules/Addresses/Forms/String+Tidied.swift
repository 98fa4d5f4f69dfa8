import Foundation

extension String {
  /// The normalized text: in composed Unicode form, without invisible direction marks, and with single
  /// spaces between words.
  var tidied: String {
    let plain = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
    return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .precomposedStringWithCanonicalMapping
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
  /// Whether the character is an invisible mark, for example of the text direction; pasted text often
  /// contains such marks.
  fileprivate var isDirectionMark: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
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
