import Foundation

/// The folded forms of one character: lowercase and without accents, in its own alphabet and in Latin
/// letters.
package struct FoldedScalar {
  /// The lowercase letter without accents, in its own alphabet; empty for an ignored character.
  package let plain: InlineUTF8
  /// The Latin transliteration of the lowercase letter; equal to ``plain`` if none is known.
  package let latin: InlineUTF8
  /// Whether the character separates words, such as a space.
  package let isWordSeparator: Bool

  /// Folds a character, with a transliteration to Latin letters.
  ///
  /// Foundation's folding is unsuitable, because it does not change ł and қ, and turns й into и.
  package init(_ scalar: Unicode.Scalar, in latin: Transliteration) {
    isWordSeparator = Self.isWordSeparator(scalar)
    var (plainText, latinText) = ("", "")
    if !isWordSeparator {
      for letter in Self.letters(of: scalar) {
        plainText += Self.plain[letter] ?? String(letter)
        latinText += latin[letter] ?? Self.plain[letter] ?? String(letter)
      }
      if let spelling = latin[whole: scalar] { latinText = spelling }
    }
    plain = InlineUTF8(plainText.utf8)
    self.latin = InlineUTF8(latinText.utf8)
  }

  /// Returns the lowercase letters of a character, without the marks above and below them.
  private static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let small = scalar.properties.lowercaseMapping
    // Unicode decomposes й into и and an accent. But й is a letter of its own, so it is not decomposed.
    if small == "й" { return "й".unicodeScalars }
    let letters = small.decomposedStringWithCanonicalMapping.unicodeScalars.filter(counts)
    // The decomposition splits a Korean syllable into its letters. The syllable is composed again here.
    return String(String.UnicodeScalarView(letters)).precomposedStringWithCanonicalMapping
      .unicodeScalars
  }

  private static func counts(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
      return false
    }
    return switch scalar.properties.generalCategory {
    // The Uzbek ʻ is ignored, like an apostrophe that users may type instead. So is the line that
    // stretches an Arabic word. Other modifiers, such as the Japanese 々, are letters.
    case .modifierLetter: scalar.value >= 0x300 && scalar != "ـ"
    // Below U+0900, marks are accents and the vowel points of Hebrew and Arabic. They are ignored. From
    // U+0900, marks include the vowel signs of Indian scripts. They are not ignored.
    case .nonspacingMark: scalar.value >= 0x900
    default: true
    }
  }

  private static func isWordSeparator(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return false }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format, .modifierSymbol, .surrogate: false
    default: !"'‘’‛′".unicodeScalars.contains(scalar)
    }
  }

  /// The similar plain letters for special letters, such as l for ł.
  ///
  /// Unicode does not decompose these letters into a plain letter and an accent.
  private static let plain: [Unicode.Scalar: String] = [
    "ı": "i", "ł": "l", "đ": "d", "ð": "d", "ø": "o", "ə": "a", "ß": "ss", "æ": "ae", "œ": "oe",
    "þ": "th", "ħ": "h",
    "ә": "а", "ғ": "г", "қ": "к", "ң": "н", "ө": "о", "ұ": "у", "ү": "у", "һ": "х", "і": "и",
    "ҳ": "х", "ҷ": "ч", "ґ": "г", "є": "е",
    "ς": "σ", "և": "եվ", "ւ": "վ", "ى": "ي", "ة": "ه", "ی": "ي", "ک": "ك",
  ]
}

/// A text of up to eight bytes of UTF-8, which needs no allocation.
///
/// Allocations would be slow, because the characters of hundreds of thousands of names are folded.
package struct InlineUTF8: Equatable {
  private let bytes: UInt64
  private let count: Int

  /// Creates the text from at most eight bytes, which suffice for the folded form of a character.
  package init(_ text: some Sequence<UInt8>) {
    let kept = Array(text.prefix(8))
    bytes = kept.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    count = kept.count
  }

  package var text: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  package func append(to text: inout [UInt8]) {
    var rest = bytes
    for _ in 0..<count {
      text.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
