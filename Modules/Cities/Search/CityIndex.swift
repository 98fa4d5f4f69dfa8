/// Finds cities by the beginning of any word of any of their names, for a list in any language.
///
/// Every name is kept as it is searched, and again in Latin letters where it is written in others.
/// The words of all these forms are sorted, so that those with the same beginning lie together.
struct CityIndex: Sendable, Hashable {
  /// One way to write a city's name.
  struct Form: Sendable, Hashable {
    let start: UInt32
    /// The city's place among all, the largest first.
    let rank: UInt32
    var languages: Languages
  }

  /// A word of a form, and all that follows it.
  struct Word: Sendable, Hashable {
    let offset: UInt32
    let form: UInt32
  }

  /// The languages in which a form is a name.
  struct Languages: OptionSet, Sendable, Hashable {
    let rawValue: UInt64
    /// A language of the city's country, or English.
    static let native = Languages(rawValue: 1)
  }

  var texts = Texts()
  var forms: [Form] = []
  var words: [Word] = []
  /// The places of the cities in the list, the largest first.
  let bySize: [Int]
  /// Of a language whose bit was not to be had, names count as those of other languages.
  var bits: [Language: Languages] = [:]
  var longest = 0

  /// The places of the cities with a word that begins with `text`, in the order of the four kinds
  /// of match that ``CityList/search(_:)`` tells of; `nil` when there is nothing to search for.
  func search(_ text: String, in language: Language) -> [Int]? {
    var folding = NameFolding(LatinSpelling(language), remembers: false)
    folding.fold(String(text.unicodeScalars.prefix(1000)), limit: longest)
    if folding.plain.isEmpty { return nil }

    let shown = bits[language, default: []].union(.native)
    var kinds = [UInt8](repeating: Self.kinds, count: bySize.count)
    for word in words[range(of: folding.plain)] {
      let form = forms[Int(word.form)]
      let isOther: UInt8 = form.languages.isDisjoint(with: shown) ? 2 : 0
      let kind = isOther + (word.offset == form.start ? 0 : 1)
      if kind < kinds[Int(form.rank)] { kinds[Int(form.rank)] = kind }
    }
    if folding.hasLatin, !folding.latin.isEmpty {
      for word in words[range(of: folding.latin)] {
        let form = forms[Int(word.form)]
        let kind: UInt8 = word.offset == form.start ? 2 : 3
        if kind < kinds[Int(form.rank)] { kinds[Int(form.rank)] = kind }
      }
    }
    return collect(kinds)
  }

  /// The cities of kind 0, then those of kind 1, and so on, each kind with the largest first.
  private func collect(_ kinds: [UInt8]) -> [Int] {
    var found: [[Int]] = Array(repeating: [], count: Int(Self.kinds))
    for (rank, kind) in kinds.enumerated() where kind < Self.kinds {
      found[Int(kind)].append(bySize[rank])
    }
    return found.flatMap { $0 }
  }

  /// The words that begin with `prefix`.
  private func range(of prefix: [UInt8]) -> Range<Int> {
    let start = words.firstIndexOfSorted { texts.order(at: Int($0.offset), prefix) >= 0 }
    let end = words.firstIndexOfSorted { texts.order(at: Int($0.offset), prefix) > 0 }
    return start..<end
  }

  private static let kinds: UInt8 = 4
}

extension Array {
  /// The first index from which `holds` is true, when it is false before and true after.
  fileprivate func firstIndexOfSorted(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
