import Foundation

/// A converter of names to their folded form for the search: lowercase, without accents, and one space
/// between words.
///
/// The converter caches the form of each character, because hundreds of thousands of names consist of a
/// few hundred different characters.
struct NameFolding {
  /// The folded form of the name that was converted last.
  private(set) var plain: [UInt8] = []
  /// The folded form, in Latin letters, of the name that was converted last.
  private(set) var latin: [UInt8] = []

  private let spelling: Transliteration
  private var cache: [FoldedScalar?]

  /// Creates a converter with a transliteration to Latin letters.
  ///
  /// If `remembers` is `true`, the converter caches the form of each character, which is faster for
  /// many names.
  init(_ spelling: Transliteration, remembers: Bool) {
    self.spelling = spelling
    // The cache covers the code points of every alphabet that occurs in the names of cities.
    cache = Array(repeating: nil, count: remembers ? 0x2100 : 0)
  }

  /// Whether the Latin form of the last converted name differs from its plain form.
  var hasLatin: Bool { plain != latin }

  /// Folds one name.
  ///
  /// Folding stops as soon as the folded form has more than `limit` bytes.
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
        // The Armenian letters ո and ւ together stand for one sound, u. The Latin letter for ո has
        // already been added, so u replaces it.
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
  /// Most names are already composed, and detecting this is faster than composing them.
  var composed: String {
    unicodeScalars.contains(where: \.maybeJoins) ? precomposedStringWithCanonicalMapping : self
  }
}

extension Unicode.Scalar {
  /// Whether the character may combine with the one before it, such as an accent or a part of a Korean
  /// syllable.
  fileprivate var maybeJoins: Bool {
    value >= 0x300
      && (value < 0x370 || (0x1100..<0x1200).contains(value) || (0x3099...0x309A).contains(value))
  }
}
