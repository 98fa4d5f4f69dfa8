import Foundation

extension String {
  /// The same text as it is kept: composed, without direction marks, with single spaces between words.
  var tidied: String {
    let plain = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
    return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .precomposedStringWithCanonicalMapping
  }

  /// Whether all of it leaves a mark on paper, or a gap between two.
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
  /// What nobody sees and what comes along when text is pasted.
  fileprivate var isDirectionMark: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Whether names and numbers are written with it, and not a picture or what makes one of a digit.
  var isLetterOrDigit: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber:
      true
    // Accents and vowel signs, but not what chooses between text and picture.
    case .nonspacingMark, .spacingMark: !(0xFE00...0xFE0F).contains(value)
    default: false
    }
  }
}
