import Networking

extension CityIndex {
  /// Indexes the names of all cities in all languages; one index serves a list in any language.
  init(_ document: CityListDocument) {
    let countries = document.countriesByCode
    bySize = document.cities.indices.sorted {
      let (city, other) = (document.cities[$0], document.cities[$1])
      return (other.population, city.id.rawValue) < (city.population, other.id.rawValue)
    }
    var foldings = Transliteration.allCases.map { NameFolding($0, remembers: true) }
    for (rank, place) in bySize.enumerated() {
      let city = document.cities[place]
      let firstForm = forms.count
      let native = (countries[city.country]?.languages ?? []) + [.english]
      let hasNative = native.contains { city.names[$0] != nil }
      // Sorted by code, because the order of a dictionary varies between runs.
      for (language, name) in city.names.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let spelling = Transliteration(language).rawValue
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
      let order = texts.order(Int(first.word.offset), Int(second.word.offset))
      return (order, first.word.offset) < (0, second.word.offset)
    }
    words = sorted.map(\.word)
  }
}
