import Pricing

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
    var folding = SearchFolding(remembers: false)
    return folding.words(of: text).map { String(decoding: $0.plain, as: UTF8.self) }
  }
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
