import Networking
import Pricing

/// A search index that finds cities by the beginning of any word in their names, in all languages.
///
/// Each name is stored in its folded form (lowercase and without accents). A name in another alphabet
/// is also stored in Latin letters. The words of all forms are sorted, so words with the same beginning
/// are adjacent.
struct CityIndex: Sendable, Hashable {
  /// The folded form of a city's name, in its own alphabet or in Latin letters.
  struct Form: Sendable, Hashable {
    let start: UInt32
    /// The position of the city if all cities are sorted by population, the largest first.
    let rank: UInt32
    var languages: Languages
  }

  /// A word of a ``Form``; the word begins at the position `offset` in ``texts``.
  struct Word: Sendable, Hashable {
    let offset: UInt32
    let form: UInt32
  }

  /// A set of languages, such as those in which a city has a certain name.
  struct Languages: OptionSet, Sendable, Hashable {
    let rawValue: UInt64
    /// The bit for names in English or in a language of the city's country.
    ///
    /// If a city has no name in these languages, all its names have this bit.
    static let native = Languages(rawValue: 1)
  }

  var texts = StringArena()
  var forms: [Form] = []
  var words: [Word] = []
  /// The indices of the cities in the list, by descending population.
  let bySize: [Int]
  /// The single bit that represents each language in ``Languages``.
  ///
  /// Only the first 63 languages that occur in names have a bit. A name in any other language has a lower
  /// rank in the search, unless the name also has the bit ``Languages/native``.
  var bits: [Language: Languages] = [:]
  var longest = 0

  /// Returns the indices of the cities whose name has a word that begins with `text`.
  ///
  /// Returns `nil` if `text` has no letters or digits. The indices are sorted by the four kinds of
  /// match of ``CityList/search(_:)``.
  func search(_ text: String, in language: Language) -> [Int]? {
    var folding = SearchFolding(Transliteration(language.rawValue), remembers: false)
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

  /// Returns the indices of the matching cities, sorted by the kind of match and then by population.
  ///
  /// `kinds` contains a kind of match, 0 to 3, for each city in ``bySize``; 4 means no match.
  private func collect(_ kinds: [UInt8]) -> [Int] {
    var found: [[Int]] = Array(repeating: [], count: Int(Self.kinds))
    for (rank, kind) in kinds.enumerated() where kind < Self.kinds {
      found[Int(kind)].append(bySize[rank])
    }
    return found.flatMap { $0 }
  }

  /// Returns the range of indices in ``words`` whose words begin with `prefix`.
  private func range(of prefix: [UInt8]) -> Range<Int> {
    let start = words.firstIndexOfSorted { texts.order(at: Int($0.offset), prefix) >= 0 }
    let end = words.firstIndexOfSorted { texts.order(at: Int($0.offset), prefix) > 0 }
    return start..<end
  }

  private static let kinds: UInt8 = 4
}

extension Array {
  /// Returns the first index for which `holds` returns `true`, by binary search.
  ///
  /// If `holds` returns `true` for an element, it must return `true` for every later element. If
  /// `holds` returns `true` for no element, the result is `count`.
  fileprivate func firstIndexOfSorted(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension CityIndex {
  /// Indexes the names of all cities in all languages.
  init(_ document: CityListDocument) {
    let countries = document.countriesByCode
    bySize = document.cities.indices.sorted {
      let (city, other) = (document.cities[$0], document.cities[$1])
      return (other.population, city.id.rawValue) < (city.population, other.id.rawValue)
    }
    var foldings = Transliteration.allCases.map { SearchFolding($0, remembers: true) }
    for (rank, place) in bySize.enumerated() {
      let city = document.cities[place]
      let firstForm = forms.count
      let native = (countries[city.country]?.languages ?? []) + [.english]
      let hasNative = native.contains { city.names[$0] != nil }
      // A dictionary has a different order in each run, so the names are sorted by language.
      for (language, name) in city.names.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let spelling = Transliteration(language.rawValue).rawValue
        foldings[spelling].fold(name)
        var languages = bit(of: language)
        if !hasNative || native.contains(language) { languages.insert(.native) }
        add(foldings[spelling].plain, of: rank, in: languages, after: firstForm)
        if foldings[spelling].hasLatin {
          add(foldings[spelling].latin, of: rank, in: [], after: firstForm)
        }
      }
    }
    sortWords()
  }

  private mutating func add(
    _ text: [UInt8], of rank: Int, in languages: Languages, after first: Int
  ) {
    guard !text.isEmpty else { return }
    let start = texts.end
    texts.append(text)
    for form in first..<forms.count where texts.areEqual(Int(forms[form].start), start) {
      forms[form].languages.formUnion(languages)
      texts.removeAll(from: start)
      return
    }
    forms.append(Form(start: UInt32(start), rank: UInt32(rank), languages: languages))
    longest = max(longest, text.count)
  }

  private mutating func bit(of language: Language) -> Languages {
    if let bit = bits[language] { return bit }
    guard bits.count < 63 else { return [] }
    let bit = Languages(rawValue: 2 << UInt64(bits.count))
    bits[language] = bit
    return bit
  }

  private mutating func sortWords() {
    var sorted: [(beginning: UInt64, word: Word)] = []
    sorted.reserveCapacity(forms.count * 5 / 4)
    for (form, next) in zip(forms.indices, forms.dropFirst().map(\.start) + [UInt32(texts.end)]) {
      var isStart = true
      for offset in forms[form].start..<next {
        if isStart {
          sorted.append(
            (texts.beginning(at: Int(offset)), Word(offset: offset, form: UInt32(form))))
        }
        isStart = texts.bytes[Int(offset)] == UInt8(ascii: " ")
      }
    }
    sorted.sort { first, second in
      if first.beginning != second.beginning { return first.beginning < second.beginning }
      return texts.order(Int(first.word.offset), Int(second.word.offset)) < 0
    }
    words = sorted.map(\.word)
  }
}
