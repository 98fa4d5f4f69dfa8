import Foundation

/// The folded forms of one character: lowercase and without accents, in its own alphabet and in Latin
/// letters.
struct FoldedScalar {
  /// The lowercase letter without accents, in its own alphabet; empty for an ignored character.
  let plain: InlineUTF8
  /// The Latin transliteration of the lowercase letter; equal to ``plain`` if none is known.
  let latin: InlineUTF8
  /// Whether the character separates words, such as a space.
  let isWordSeparator: Bool

  /// Folds a character, with a transliteration to Latin letters.
  ///
  /// Foundation's folding is unsuitable, because it does not change ł and қ, and turns й into и.
  init(_ scalar: Unicode.Scalar, in latin: Transliteration) {
    isWordSeparator = Self.isWordSeparator(scalar)
    var (plainText, latinText) = ("", "")
    if !isWordSeparator {
      for letter in Self.letters(of: scalar) {
        plainText += Self.plain[letter] ?? String(letter)
        latinText += latin[letter] ?? Self.plain[letter] ?? String(letter)
      }
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
    // The Uzbek ʻ is ignored, like an apostrophe that users may type instead.
    case .modifierLetter: false
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
    "ς": "σ", "և": "եվ", "ւ": "վ", "ى": "ي", "ة": "ه",
  ]
}

/// A transliteration of a language's letters to Latin letters.
///
/// Each letter is converted without regard to its neighbors. So the first letters of a name become
/// the beginning of the name's transliteration, and a search for the first letters finds the name. The
/// only exception, the Armenian ու, is handled by ``NameFolding``.
enum Transliteration: Int, CaseIterable {
  case usual, serbian, ukrainian, belarusian, bulgarian, kazakh

  init(_ language: Language) {
    self =
      switch language {
      case "sr": .serbian
      case "uk": .ukrainian
      case "be": .belarusian
      case "bg": .bulgarian
      case "kk": .kazakh
      default: .usual
      }
  }

  /// The Latin letters for a lowercase letter; `nil` if the transliteration does not change the letter.
  subscript(letter: Unicode.Scalar) -> String? {
    languageSpecific[letter] ?? Self.usualLetters[letter]
  }

  private var languageSpecific: [Unicode.Scalar: String] {
    switch self {
    case .usual: [:]
    case .serbian: Self.serbianLetters
    case .ukrainian: ["г": "h", "и": "y", "й": "i"]
    case .belarusian: ["г": "h"]
    case .bulgarian: ["щ": "sht", "ъ": "a", "х": "h"]
    case .kazakh: ["қ": "q", "ғ": "gh"]
    }
  }

  private static let serbianLetters = pairs("жzхhцcчcшsђdџdz")

  private static let usualLetters = pairs(
    """
    аaбbвvгgдdеeжzhзzиiйyкkлlмmнnоoпpрrсsтtуuфfхkhцtsчchшshщshchъыyьэeюyuяya\
    әaғgқkңnөoұuүuһhіiҳhҷjґgєyeђdjјjљljњnjћcџdz\
    աaբbգgդdեeզzէeըyթtժzhիiլlխkhծtsկkհhձdzղghճchմmյyնnշshոoչchպpջjռrսsվvտtրrցtsւvփpքkօoֆfևev\
    აaბbგgდdეeვvზzთtიiკkლlმmნnოoპpჟzhრrსsტtუuფpქkღghყqშshჩchცtsძdzწtsჭchხkhჯjჰh
    """)

  /// Parses a text in which each non-Latin letter is followed by its Latin letters.
  private static func pairs(_ text: String) -> [Unicode.Scalar: String] {
    var pairs: [Unicode.Scalar: String] = [:]
    var letter: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        if let letter { pairs[letter, default: ""].unicodeScalars.append(scalar) }
      } else {
        letter = scalar
        pairs[scalar] = ""
      }
    }
    return pairs
  }
}
