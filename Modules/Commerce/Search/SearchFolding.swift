import Foundation

/// A converter of texts to the folded form in which searches compare them: lowercase, without accents, in
/// the texts' own alphabet and in Latin letters.
///
/// Foundation's folding is unsuitable, because it does not change қ and ł, and turns й into и.
package struct SearchFolding {
  /// A word in its folded form.
  package struct Word: Sendable, Hashable {
    /// The word in its own alphabet, as UTF-8.
    package let plain: [UInt8]
    /// The word in Latin letters; equal to ``plain`` if no transliteration is known.
    package let latin: [UInt8]

    private var isLatin: Bool { plain == latin }

    /// Whether this word is a prefix of the other one.
    ///
    /// The Latin spellings are compared only if one of the words is written in Latin letters. Two
    /// Cyrillic words are compared in their own alphabet. Their Latin spellings would match wrongly: с
    /// is spelled `s`, which is a prefix of `sh` for ш.
    package func begins(_ other: Word) -> Bool {
      other.plain.starts(with: plain)
        || (isLatin || other.isLatin) && other.latin.starts(with: latin)
    }

    /// Whether this word is a prefix of the other one, with at most one typing error.
    ///
    /// One letter of five or more may be wrong, missing or too many, or two neighboring letters may be
    /// exchanged. If the last letter is wrong, only a whole word matches. Of a word with five letters,
    /// four suffice. The spellings are compared as in ``begins(_:)``.
    package func beginsWithTypo(_ other: Word) -> Bool {
      Self.begins(plain, other.plain)
        || (isLatin || other.isLatin) && Self.begins(latin, other.latin)
    }

    private static func begins(_ typed: [UInt8], _ meant: [UInt8]) -> Bool {
      let typed = Array(String(decoding: typed, as: UTF8.self).unicodeScalars)
      let meant = Array(String(decoding: meant, as: UTF8.self).unicodeScalars)
      // A typing error can always be assumed at the first letter that differs.
      let place = zip(typed, meant).prefix { $0 == $1 }.count
      guard place < typed.count else { return true }
      let (rest, missing) = (typed[(place + 1)...], meant[place...].dropFirst())
      if typed.count == 4 { return meant.count == 5 && missing == typed[place...] }
      guard typed.count > 4 else { return false }
      if rest.isEmpty { return missing.isEmpty || missing.starts(with: typed[place...]) }
      return meant[place...].starts(with: rest) || missing.starts(with: rest)
        || missing.starts(with: typed[place...])
        || place + 1 < meant.count && typed[place] == meant[place + 1]
          && typed[place + 1] == meant[place] && missing.dropFirst().starts(with: rest.dropFirst())
    }
  }

  /// The last text of ``fold(_:limit:)`` in its own alphabet, with one space between words.
  package private(set) var plain: [UInt8] = []
  /// The last text of ``fold(_:limit:)`` in Latin letters, with one space between words.
  package private(set) var latin: [UInt8] = []

  private let spelling: Transliteration
  private var cache: [FoldedScalar?]

  /// Creates a converter that uses the transliteration `spelling` for the Latin form.
  ///
  /// If `remembers` is `true`, the converter caches the form of each character. The cache makes folding
  /// many texts faster. For a single text, such as a search text, it is not worth its memory.
  package init(_ spelling: Transliteration = .usual, remembers: Bool) {
    self.spelling = spelling
    // The characters below U+2100 include every alphabet in which cities have names. Only these
    // characters are cached.
    cache = Array(repeating: nil, count: remembers ? 0x2100 : 0)
  }

  /// Returns the words of a text in their folded form.
  package mutating func words(of text: String) -> [Word] {
    text.composed.unicodeScalars.split { letter($0).isWordSeparator }.compactMap { word in
      fold(String(word))
      return plain.isEmpty ? nil : Word(plain: plain, latin: latin)
    }
  }

  /// Whether ``latin`` differs from ``plain``, for example because the text is in Cyrillic letters.
  package var hasLatin: Bool { plain != latin }

  /// Folds a text and stores the result in ``plain`` and ``latin``.
  ///
  /// The rest of the text is ignored as soon as ``plain`` has more than `limit` bytes.
  package mutating func fold(_ text: String, limit: Int = .max) {
    plain.removeAll(keepingCapacity: true)
    latin.removeAll(keepingCapacity: true)
    append(text.composed.unicodeScalars, limit: limit)
    if plain.last == Self.space { plain.removeLast() }
    if latin.last == Self.space { latin.removeLast() }
  }

  private mutating func append(_ text: String.UnicodeScalarView, limit: Int) {
    var previous: Unicode.Scalar = " "
    for scalar in text {
      let letter = letter(scalar)
      if letter.isWordSeparator {
        if let last = plain.last, last != Self.space { plain.append(Self.space) }
        if let last = latin.last, last != Self.space { latin.append(Self.space) }
      } else if scalar == "ւ" || scalar == "Ւ", previous == "ո" || previous == "Ո" {
        // The Armenian letters ո and ւ together stand for one sound, u. The Latin letter o for ո has
        // already been added, so u replaces this o.
        plain.append(contentsOf: "ւ".utf8)
        latin.removeLast()
        latin.append(UInt8(ascii: "u"))
      } else {
        letter.plain.append(to: &plain)
        letter.latin.append(to: &latin)
      }
      if plain.count > limit { return }
      previous = scalar
    }
  }

  private mutating func letter(_ scalar: Unicode.Scalar) -> FoldedScalar {
    let index = Int(scalar.value)
    guard index < cache.count else { return FoldedScalar(scalar, in: spelling) }
    if let letter = cache[index] { return letter }
    let letter = FoldedScalar(scalar, in: spelling)
    cache[index] = letter
    return letter
  }

  private static let space = UInt8(ascii: " ")
}

extension String {
  /// The text in composed form, in which й is one character and not и with a breve.
  ///
  /// In most texts, every character has one code point. Such a text is already composed, and detecting
  /// this is faster than composing it.
  package var composed: String {
    count == unicodeScalars.count ? self : precomposedStringWithCanonicalMapping
  }
}
