import Foundation

extension String {
  /// The text in composed form, in which й is one character instead of и and a breve.
  ///
  /// Most names are composed already, and this check is faster than composing them.
  var composed: String {
    unicodeScalars.contains(where: \.maybeJoins) ? precomposedStringWithCanonicalMapping : self
  }
}

extension Unicode.Scalar {
  /// Whether this may combine with another scalar: an accent, a point, a Korean part, a voice mark.
  fileprivate var maybeJoins: Bool {
    value >= 0x300
      && (value < 0x370 || (0x1100..<0x1200).contains(value) || (0x3099...0x309A).contains(value))
  }
}
