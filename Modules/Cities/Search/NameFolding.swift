import Foundation

/// A converter of names to their folded form for the search: lowercase, without accents, and one space
/// between words.
///
/// The converter can cache the form of each character, because hundreds of thousands of names consist
/// of a few hundred different characters.
struct NameFolding {
  /// The folded form of the name in the last call of ``fold(_:limit:)``, in the name's own alphabet.
  private(set) var plain: [UInt8] = []
  /// The folded form of the name in the last call of ``fold(_:limit:)``, in Latin letters.
  private(set) var latin: [UInt8] = []

  private let spelling: Transliteration
  private var cache: [FoldedScalar?]

  /// Creates a converter that uses the transliteration `spelling` for the Latin form of a name.
  ///
  /// If `remembers` is `true`, the converter caches the form of each character. The cache makes folding
  /// many names faster. For a single text, such as a search text, it is not worth its memory.
  init(_ spelling: Transliteration, remembers: Bool) {
    self.spelling = spelling
    // The characters below U+2100 include every alphabet in which cities have names. Only these
    // characters are cached.
    cache = Array(repeating: nil, count: remembers ? 0x2100 : 0)
  }

  /// Whether ``latin`` differs from ``plain``, for example because the name is in Cyrillic letters.
  var hasLatin: Bool { plain != latin }

  /// Folds a name and stores the result in ``plain`` and ``latin``.
  ///
  /// The rest of the name is ignored as soon as ``plain`` has more than `limit` bytes.
  mutating func fold(_ name: String, limit: Int = .max) {
    plain.removeAll(keepingCapacity: true)
    latin.removeAll(keepingCapacity: true)
    append(name.composed.unicodeScalars, limit: limit)
    if plain.last == Self.space { plain.removeLast() }
    if latin.last == Self.space { latin.removeLast() }
  }

  private mutating func append(_ name: String.UnicodeScalarView, limit: Int) {
    var previous: Unicode.Scalar = " "
    for scalar in name {
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
  /// In most names, every character has one code point. Such a name is already composed, and detecting
  /// this is faster than composing the name.
  var composed: String {
    count == unicodeScalars.count ? self : precomposedStringWithCanonicalMapping
  }
}
