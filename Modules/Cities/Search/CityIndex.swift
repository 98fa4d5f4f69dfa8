import Commerce

/// An index of the names of cities, countries and regions, in all languages, sorted by their words.
///
/// Each name is stored in its folded form (lowercase and without accents) and without spaces, so
/// `newyork` and `new-york` find New York. A name in another alphabet is also stored in Latin letters,
/// and an Arabic name also without its articles. The words of all forms are sorted, so words with the
/// same beginning are adjacent. A word extends to the end of its name.
struct CityIndex: Sendable {
  /// The folded form of a name.
  struct Form: Sendable {
    let start: UInt32
    /// The position of the city if all cities are sorted by population, the largest first.
    ///
    /// Countries and regions follow the cities.
    let rank: UInt32
    var languages: Languages
  }

  /// A word of a ``Form``; the word begins at the position `offset` in ``texts``.
  struct Word: Sendable {
    let offset: UInt32
    let form: UInt32
  }

  /// A set of languages, such as those in which a city has a certain name.
  struct Languages: OptionSet, Sendable {
    let rawValue: UInt64
    /// The bit for names in English or in a language of the city's country.
    ///
    /// If a city has no name in these languages, all its names have this bit.
    static let native = Languages(rawValue: 1)
  }

  private(set) var texts = StringArena()
  private(set) var forms: [Form] = []
  private(set) var words: [Word] = []
  /// The indices of the cities in the list, by descending population.
  let bySize: [Int]
  /// The ranks of each city's country and region, by the city's rank.
  private(set) var places: [(country: UInt32?, region: UInt32?)] = []
  /// The single bit that represents each language in ``Languages``.
  ///
  /// Only the first 63 languages that occur in names have a bit. A name in any other language has a lower
  /// rank in the search, unless the name also has the bit ``Languages/native``.
  private(set) var bits: [Language: Languages] = [:]
  /// The number of bytes of the longest form.
  private(set) var longest = 0

  /// Indexes the names of all cities, countries and regions of a list.
  init(_ document: CityListDocument) {
    let countries = document.countriesByCode
    bySize = document.cities.indices.sorted {
      let (city, other) = (document.cities[$0], document.cities[$1])
      return (other.population, city.id.rawValue) < (city.population, other.id.rawValue)
    }
    var foldings = Transliteration.allCases.map { SearchFolding($0, remembers: true) }
    var (countryRanks, regionRanks): ([String: UInt32], [String: UInt32]) = ([:], [:])
    for (index, country) in document.countries.enumerated() {
      let rank = bySize.count + index
      countryRanks[country.code] = UInt32(rank)
      let others = [country.code] + (country.otherNames ?? [])
      add(country.names, others, of: rank, native: nil, &foldings)
    }
    for (index, region) in document.regions.enumerated() {
      let rank = bySize.count + document.countries.count + index
      regionRanks[region.key] = UInt32(rank)
      add(
        region.value, region.value.values.compactMap(\.initials), of: rank, native: nil, &foldings)
    }
    for (rank, place) in bySize.enumerated() {
      let city = document.cities[place]
      places.append((countryRanks[city.country], regionRanks[city.region]))
      let native = (countries[city.country]?.languages ?? []) + [.english]
      let hasNative = native.contains { city.names[$0] != nil }
      add(city.names, city.otherNames ?? [], of: rank, native: hasNative ? native : nil, &foldings)
    }
    sortWords()
  }

  /// Adds the forms of all names of a city, a country or a region.
  ///
  /// `native` contains the languages whose names have the bit ``Languages/native``; `nil` for all.
  private mutating func add(
    _ names: CityListDocument.Names, _ others: [String], of rank: Int, native: [Language]?,
    _ foldings: inout [SearchFolding]
  ) {
    let first = forms.count
    // A dictionary has a different order in each run, so the names are sorted by language.
    for (language, name) in names.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      var languages = bit(of: language)
      if native?.contains(language) != false { languages.insert(.native) }
      let spelling = Transliteration(language.rawValue).rawValue
      add(name, of: rank, in: languages, after: first, by: &foldings[spelling])
    }
    for name in others {
      add(name, of: rank, in: [], after: first, by: &foldings[Transliteration.usual.rawValue])
    }
  }

  private mutating func add(
    _ name: String, of rank: Int, in languages: Languages, after first: Int,
    by folding: inout SearchFolding
  ) {
    folding.fold(name)
    add(folding.plain, of: rank, in: languages, after: first)
    if folding.hasLatin { add(folding.latin, of: rank, in: [], after: first) }
    if let text = folding.plain.withoutArabicArticles {
      add(text, of: rank, in: languages, after: first)
    }
  }

  /// Adds a form with spaces between its words; adds only the languages if the form is already there.
  private mutating func add(
    _ text: [UInt8], of rank: Int, in languages: Languages, after first: Int
  ) {
    guard !text.isEmpty else { return }
    let start = texts.end
    texts.append(text.lazy.filter { $0 != UInt8(ascii: " ") })
    for form in first..<forms.count where texts.areEqual(Int(forms[form].start), start) {
      forms[form].languages.formUnion(languages)
      texts.removeAll(from: start)
      return
    }
    var offset = start
    for word in text.split(separator: UInt8(ascii: " ")) {
      words.append(Word(offset: UInt32(offset), form: UInt32(forms.count)))
      offset += word.count
    }
    forms.append(Form(start: UInt32(start), rank: UInt32(rank), languages: languages))
    longest = max(longest, offset - start)
  }

  private mutating func bit(of language: Language) -> Languages {
    if let bit = bits[language] { return bit }
    guard bits.count < 63 else { return [] }
    let bit = Languages(rawValue: 2 << UInt64(bits.count))
    bits[language] = bit
    return bit
  }

  private mutating func sortWords() {
    var sorted = words.map { (beginning: texts.beginning(at: Int($0.offset)), word: $0) }
    sorted.sort { first, second in
      if first.beginning != second.beginning { return first.beginning < second.beginning }
      return texts.order(Int(first.word.offset), Int(second.word.offset)) < 0
    }
    words = sorted.map(\.word)
  }
}

extension CityIndex {
  /// Returns the range of words that continue with `text` at a depth.
  ///
  /// All words in `range` have the same first `depth` bytes.
  func range(of text: some Collection<UInt8>, at depth: Int = 0, in range: Range<Int>? = nil)
    -> Range<Int>
  {
    let range = range ?? words.indices
    let start = firstIndex(in: range) { texts.order(at: $0 + depth, text) >= 0 }
    return start..<end(of: text, at: depth, in: start..<range.upperBound)
  }

  /// Returns the index after the words that continue with `text` at a depth; they begin the range.
  func end(of text: some Collection<UInt8>, at depth: Int, in range: Range<Int>) -> Int {
    firstIndex(in: range) { texts.order(at: $0 + depth, text) > 0 }
  }

  /// Returns the first index for whose word `holds` returns `true`, by binary search.
  ///
  /// `holds` receives the offset of a word. If it returns `true` for a word, it must return `true` for
  /// every later word of the range. If it returns `true` for no word, the result is the range's end.
  private func firstIndex(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(Int(words[middle].offset)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension String {
  /// The first letters of several words: `ХМАО` for Ханты-Мансийский автономный округ.
  fileprivate var initials: String? {
    let initials = split { !$0.isLetter }.compactMap(\.first)
    return initials.count > 1 ? String(initials) : nil
  }
}

extension [UInt8] {
  /// The text without the Arabic article at the beginning of each word; `nil` if it has none.
  ///
  /// Words are separated by a space. An article is removed only if two letters or more follow it.
  var withoutArabicArticles: [UInt8]? {
    let article = Array("ال".utf8)
    let words = split(separator: UInt8(ascii: " "))
    let bare = words.map { word in
      word.starts(with: article) && word.count >= article.count + 4
        ? word.dropFirst(article.count) : word
    }
    return bare == words ? nil : Array(bare.joined(separator: [UInt8(ascii: " ")]))
  }
}
