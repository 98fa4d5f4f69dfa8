import Foundation

/// The words of a text for search, comparison and sorting: lowercase and without accents.
struct SearchWords {
  let words: [String]

  init(_ text: String) {
    words = Self.words(text)
  }

  init(_ saved: SavedAddress) {
    let address = saved.address
    words = Self.words(([address.label] + address.fields.map(\.value)).joined(separator: " "))
  }

  /// Whether each word of `others` is a prefix of a word in ``words``.
  func contain(_ others: SearchWords) -> Bool {
    others.words.allSatisfy { other in words.contains { $0.hasPrefix(other) } }
  }

  private static func words(_ text: String) -> [String] {
    var folded = String.UnicodeScalarView()
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar.isLetterOrDigit {
        folded.append(contentsOf: letters(of: scalar))
      } else if !apostrophes.contains(scalar) {
        folded.append(" ")
      }
    }
    return String(folded).split(separator: " ").map(String.init)
  }

  /// Returns a character in lower case and without accents.
  ///
  /// Foundation's folding is not used: it does not turn ł into l, but it turns й into и, although й is a
  /// separate letter.
  private static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    let small = scalar.properties.lowercaseMapping
    if small == "й" || apostrophes.contains(scalar) {
      return (small == "й" ? "й" : "").unicodeScalars
    }
    var letters = String.UnicodeScalarView()
    for part in small.decomposedStringWithCanonicalMapping.unicodeScalars {
      if part.properties.generalCategory == .nonspacingMark && part.value < 0x900 { continue }
      letters.append(contentsOf: (plain[part] ?? String(part)).unicodeScalars)
    }
    return letters
  }

  private static let apostrophes = "'’‘ʻʼ′".unicodeScalars

  /// The replacements for letters that Unicode does not decompose into a simple letter and an accent.
  ///
  /// For example, `ł` is replaced by `l`, so that a search for "lodz" finds "Łódź".
  private static let plain: [Unicode.Scalar: String] = [
    "ı": "i", "ł": "l", "đ": "d", "ø": "o", "ə": "a", "ß": "ss", "æ": "ae", "œ": "oe", "ς": "σ",
    "ә": "а", "ғ": "г", "қ": "к", "ң": "н", "ө": "о", "ұ": "у", "ү": "у", "һ": "х", "і": "и",
    "ҳ": "х", "ҷ": "ч", "ґ": "г", "є": "е", "և": "եվ", "ւ": "վ", "ى": "ي", "ة": "ه",
  ]
}

extension SearchWords {
  /// A text for sorting, in which numbers are padded with zeros, so that 9 comes before 10.
  var sortKey: String {
    words.flatMap { Self.parts(of: $0) }
      .map { $0.first?.isNumber == true ? $0.leftPadded : $0 }.joined(separator: " ")
  }

  /// The words, split between letters and digits; for example, `12к3` becomes `12`, `к` and `3`.
  var parts: [String] { words.flatMap { Self.parts(of: $0) } }

  private static func parts(of word: String) -> [String] {
    var parts: [String] = []
    for character in word {
      if let last = parts.last?.last, last.isNumber == character.isNumber {
        parts[parts.count - 1].append(character)
      } else {
        parts.append(String(character))
      }
    }
    return parts
  }
}

extension String {
  fileprivate var leftPadded: String { String(repeating: "0", count: max(0, 12 - count)) + self }
}

extension Address {
  /// The fields that only help the courier; two addresses that differ only in them are at the same
  /// place.
  private static let hints: Set<AddressFieldType> = [.doorCode, .bellName, .phone, .comment]

  /// A text that identifies the place of the address; equal for two addresses at the same door.
  ///
  /// The text does not depend on case, accents, apostrophes, the label and the ``hints``. Any other
  /// punctuation mark counts as a space. A space between letters and digits has no effect.
  var place: String {
    let fields = fields.filter { !Self.hints.contains($0.type) }.map { field in
      "\(field.type.rawValue) \(SearchWords(field.value).parts.joined(separator: " "))"
    }
    return (["\(city)"] + fields).joined(separator: "\n")
  }
}
