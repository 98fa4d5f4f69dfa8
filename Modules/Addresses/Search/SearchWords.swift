import Commerce

/// The words of a text for search and sorting: lowercase and without accents.
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
