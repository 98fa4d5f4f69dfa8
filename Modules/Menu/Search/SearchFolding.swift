import Foundation

/// Reads texts as they are searched: word by word, in small letters without accents, and the same
/// in Latin letters for who has no other keyboard.
///
/// Its own folding, because the platform's leaves қ and ł alone and turns й into и. It remembers the
/// letters that it has met, which are a few dozen in all names of a menu.
struct SearchFolding {
  /// A word in two spellings.
  struct Word {
    var plain = ""
    var latin = ""

    private var isLatin: Bool { plain == latin }

    /// Whether this is how the other word begins.
    ///
    /// The Latin spelling counts where one of them is Latin: between others с would begin ш, as `sh`.
    func begins(_ other: Word) -> Bool {
      other.plain.utf8.starts(with: plain.utf8)
        || (isLatin || other.isLatin) && other.latin.utf8.starts(with: latin.utf8)
    }
  }

  private var met: [Unicode.Scalar: Word?] = [:]

  /// The words of a text; of a pasted book only the beginning counts.
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

  /// What becomes of a character; `nil` when words part there.
  private mutating func letter(_ scalar: Unicode.Scalar) -> Word? {
    if let known = met[scalar] { return known }
    let letter = Self.letter(scalar)
    met[scalar] = .some(letter)
    return letter
  }

  private static func letter(_ scalar: Unicode.Scalar) -> Word? {
    if isAccent(scalar) || "'‘’ʻ′".unicodeScalars.contains(scalar) { return Word() }
    guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { return nil }
    let small = scalar.properties.lowercaseMapping
    var word = Word()
    // Not an accent: й is a letter of its own.
    let parts = small == "й" ? small : small.decomposedStringWithCanonicalMapping
    for part in parts.unicodeScalars where !isAccent(part) {
      word.plain += plain[part] ?? String(part)
      word.latin += latin[part] ?? plain[part] ?? String(part)
    }
    return word
  }

  /// What stands above or below a letter; in India that may be a vowel.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark && scalar.value < 0x900
  }

  /// Letters that no decomposition leads to their plain form.
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
