import Foundation

/// What one character becomes in a name as it is searched.
struct Letter {
  /// The small letter without accents, in its own alphabet; empty for what does not count.
  let plain: PackedText
  /// The same in Latin letters, or as it is where this module knows no way to write it so.
  let latin: PackedText
  /// Whether words part here.
  let partsWords: Bool

  /// Own folding, because the platform's leaves ł and қ alone and turns й into и.
  init(_ scalar: Unicode.Scalar, in latin: LatinSpelling) {
    partsWords = Self.partsWords(scalar)
    var (plainText, latinText) = ("", "")
    if !partsWords {
      for letter in Self.letters(of: scalar) {
        plainText += Self.plain[letter] ?? String(letter)
        latinText += latin[letter] ?? Self.plain[letter] ?? String(letter)
      }
    }
    plain = PackedText(plainText.utf8)
    self.latin = PackedText(latinText.utf8)
  }

  /// The small letters that a character consists of, without what stands above and below them.
  private static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let small = scalar.properties.lowercaseMapping
    // Not an accent: й is a letter of its own.
    if small == "й" { return "й".unicodeScalars }
    let letters = small.decomposedStringWithCanonicalMapping.unicodeScalars.filter(counts)
    // Korean is written in whole syllables.
    return String(String.UnicodeScalarView(letters)).precomposedStringWithCanonicalMapping
      .unicodeScalars
  }

  private static func counts(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
      return false
    }
    return switch scalar.properties.generalCategory {
    // The Uzbek ʻ is an apostrophe to whoever types it.
    case .modifierLetter: false
    // Vowel signs in India, accents and points in all that comes before.
    case .nonspacingMark: scalar.value >= 0x900
    default: true
    }
  }

  private static func partsWords(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .modifierSymbol, .surrogate: false
    default: !"'‘’‛′".unicodeScalars.contains(scalar)
    }
  }

  /// Letters that no decomposition leads to their plain form.
  private static let plain: [Unicode.Scalar: String] = [
    "ı": "i", "ł": "l", "đ": "d", "ð": "d", "ø": "o", "ə": "a", "ß": "ss", "æ": "ae", "œ": "oe",
    "þ": "th", "ħ": "h",
    "ә": "а", "ғ": "г", "қ": "к", "ң": "н", "ө": "о", "ұ": "у", "ү": "у", "һ": "х", "і": "и",
    "ҳ": "х", "ҷ": "ч", "ґ": "г", "є": "е",
    "ς": "σ", "և": "եվ", "ւ": "վ", "ى": "ي", "ة": "ه",
  ]
}
