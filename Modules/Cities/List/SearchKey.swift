import Foundation

/// A name as it is searched: small letters without accents, words parted by one space.
///
/// Own folding, because the platform's leaves ł and қ alone and turns й into и.
struct SearchKey {
  let text: String

  init(_ name: String) {
    var key = String.UnicodeScalarView()
    for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      if let letter = Self.letters[scalar] {
        key.append(letter)
      } else if scalar == Self.breve, key.last == "и" {
        // Not an accent: й is a letter of its own.
        key.removeLast()
        key.append("й")
      } else if scalar.properties.generalCategory == .modifierLetter {
        // The Uzbek ʻ is an apostrophe to whoever types it.
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        key.append(scalar)
      } else if scalar.properties.isWhitespace || scalar.properties.isDash {
        if let last = key.last, last != " " { key.append(" ") }
      }
    }
    if key.last == " " { key.removeLast() }
    text = String(key)
  }

  /// 0 when `other` begins with this key, 1 when a later word of it does, else nothing.
  func rank(in other: String) -> Int? {
    if other.hasPrefix(text) { return 0 }
    return other.contains(" \(text)") ? 1 : nil
  }

  private static let breve: Unicode.Scalar = "\u{306}"

  /// Letters that no decomposition leads to their plain form.
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "ı": "i", "ł": "l", "đ": "d", "ø": "o", "ə": "a",
    "ә": "а", "ғ": "г", "қ": "к", "ң": "н", "ө": "о", "ұ": "у", "ү": "у", "һ": "х", "і": "и",
    "ҳ": "х", "ҷ": "ч", "ґ": "г", "є": "е",
  ]
}
