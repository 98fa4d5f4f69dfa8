import Foundation

/// A conversion of text to lowercase words without accents, in their own alphabet and in Latin letters.
///
/// Foundation's folding is unsuitable, because it does not change қ and ł, and turns й into и. Results
/// are cached by character, because the names of a menu consist of a few dozen different characters.
struct SearchFolding {
  /// A word without accents in lowercase, once in its own alphabet and once in Latin letters.
  struct Word {
    var plain = ""
    var latin = ""

    private var isLatin: Bool { plain == latin }

    /// Whether this word is a prefix of the other one.
    ///
    /// The Latin spellings are compared only if one of the words is written in Latin letters. Two
    /// Cyrillic words are compared in their own alphabet. Their Latin spellings would match wrongly: с
    /// is spelled `s`, which is a prefix of `sh` for ш.
    func begins(_ other: Word) -> Bool {
      other.plain.utf8.starts(with: plain.utf8)
        || (isLatin || other.isLatin) && other.latin.utf8.starts(with: latin.utf8)
    }
  }

  private var cache: [Unicode.Scalar: Word?] = [:]

  /// Returns the words within the first 200 characters of a text.
  mutating func words(of text: String) -> [Word] {
    var words: [Word] = []
    var word = Word()
    for scalar in String(text.prefix(200)).precomposedStringWithCanonicalMapping.unicodeScalars {
      if let letter = letter(scalar) {
        word.plain += letter.plain
        word.latin += letter.latin
      } else if !word.plain.isEmpty {
        words.append(word)
        word = Word()
      }
    }
    return word.plain.isEmpty ? words : words + [word]
  }

  /// Returns a normalized character; `nil` if the character separates words.
  ///
  /// The result is empty for an accent or an apostrophe. The results are cached.
  private mutating func letter(_ scalar: Unicode.Scalar) -> Word? {
    if let known = cache[scalar] { return known }
    let letter = Self.letter(scalar)
    cache[scalar] = .some(letter)
    return letter
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Word? {
    if isAccent(scalar) || "'‘’ʻ′".unicodeScalars.contains(scalar) { return Word() }
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return nil }
    let small = scalar.properties.lowercaseMapping
    var word = Word()
    // The Cyrillic й is a letter of its own, and not и with an accent.
    let parts = small == "й" ? small : small.decomposedStringWithCanonicalMapping
    for part in parts.unicodeScalars where !isAccent(part) {
      word.plain += plain[part] ?? String(part)
      word.latin += latin[part] ?? plain[part] ?? String(part)
    }
    return word
  }

  /// Whether a character is an accent.
  ///
  /// Only nonspacing marks below U+0900 are accents. Nonspacing marks with higher codes may be vowels.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark && scalar.value < 0x900
  }

  /// The replacements for letters that Unicode does not decompose into a basic letter and an accent.
  private static let plain: [Unicode.Scalar: String] = [
    "ı": "i", "ł": "l", "đ": "d", "ø": "o", "ə": "a", "ß": "ss", "æ": "ae", "œ": "oe",
    "ә": "а", "ғ": "г", "қ": "к", "ң": "н", "ө": "о", "ұ": "у", "ү": "у", "һ": "х", "і": "и",
    "ґ": "г", "є": "е",
  ]

  private static let latin: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "",
    "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "ә": "a", "ғ": "g", "қ": "k", "ң": "n",
    "ө": "o", "ұ": "u", "ү": "u", "һ": "h", "і": "i", "ґ": "g", "є": "ye",
  ]
}
