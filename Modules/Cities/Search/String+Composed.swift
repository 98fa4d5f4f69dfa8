import Foundation

extension String {
  /// The same text with й as one character and not as и and a breve.
  ///
  /// Most names are so already, and to see that is quicker than to compose them.
  var composed: String {
    unicodeScalars.contains(where: \.maybeJoins) ? precomposedStringWithCanonicalMapping : self
  }
}

extension Unicode.Scalar {
  /// Accents and points, parts of Korean syllables, and the voice marks of Japanese.
  fileprivate var maybeJoins: Bool {
    value >= 0x300
      && (value < 0x370 || (0x1100..<0x1200).contains(value) || (0x3099...0x309A).contains(value))
  }
}
