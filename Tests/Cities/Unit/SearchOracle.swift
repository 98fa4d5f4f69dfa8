import Commerce
@testable import Cities

/// Test oracle that searches the folded forms of all names one after another, without an index.
struct SearchOracle {
  private struct Form {
    /// Suffixes of the name without spaces, one from each word on.
    let words: [[Character]]
    let isShown: Bool

    init(_ text: String, isShown: Bool) {
      let parts = text.split(separator: " ")
      words = parts.indices.map { Array(parts[$0...].joined()) }
      self.isShown = isShown
    }
  }

  private let rows: [(city: CityListDocument.CityRow, forms: [Form])]
  private let countries: [String: [Form]]
  private let regions: [String: [Form]]
  private let language: Language

  init(_ document: CityListDocument, in language: Language) {
    self.language = language
    let countries = document.countriesByCode
    func forms(_ names: CityListDocument.Names, _ others: [String]?, shown: [Language]) -> [Form] {
      let named = names.map { ($0.key, $0.value) } + (others ?? []).map { ("", $0) }
      return named.flatMap { code, name in
        let (plain, latin) = Self.forms(of: name, in: code)
        let isShown = shown.contains(code)
        return [
          Form(plain, isShown: isShown), Form(Self.bare(plain), isShown: isShown),
          Form(latin, isShown: isShown && plain == latin),
        ].filter { !$0.words.isEmpty }
      }
    }
    rows = document.cities.map { city in
      let shown = (countries[city.country]?.languages ?? []) + [language, .english]
      return (city, forms(city.names, city.otherNames, shown: shown))
    }
    self.countries = countries.mapValues {
      forms($0.names, [$0.code] + ($0.otherNames ?? []), shown: [])
    }
    regions = document.regions.mapValues { names in
      let words = names.values.map { $0.split { !$0.isLetter } }
      let initials = words.filter { $0.count > 1 }.map { String($0.compactMap(\.first)) }
      return forms(names, initials, shown: [])
    }
  }

  func search(_ text: String) -> [CityID] {
    let (plain, latin) = Self.forms(of: text, in: language)
    if plain.isEmpty { return rows.map(\.city.id) }
    let words = plain.split(separator: " ").map { Array($0) }
    let own = Array(words.joined())
    let bare = Array(Self.bare(plain).filter { $0 != " " })
    let other = latin == plain ? [] : Array(latin.filter { $0 != " " })

    var kinds = rows.map { row in
      row.forms.flatMap { form in
        Self.kinds(of: own, in: form) + Self.kinds(of: bare, in: form)
          + Self.kinds(of: other, in: form).map { $0 < 2 ? 4 : $0 == 2 || $0 == 3 ? $0 + 3 : $0 }
      }.min() ?? 99
    }
    if kinds.min() ?? 0 > 1 {
      mark(&kinds, inPlaces: words) { city, form in
        Self.kinds(of: city, in: form).map { 7 + $0 }
      }
      for (index, row) in rows.enumerated() {
        for form in row.forms {
          kinds[index] = min(kinds[index], Self.typos(own, in: form).min() ?? 99)
        }
      }
      if kinds.allSatisfy({ $0 == 99 }) { mark(&kinds, inPlaces: words, by: Self.typos) }
    }
    return zip(kinds, rows).filter { $0.0 < 99 }.sorted {
      ($0.0, -$0.1.city.population, $0.1.city.id.rawValue)
        < ($1.0, -$1.1.city.population, $1.1.city.id.rawValue)
    }.map(\.1.city.id)
  }

  /// Sets the kinds of the cities that are typed with their country or region.
  private func mark(
    _ kinds: inout [Int], inPlaces words: [[Character]], by match: ([Character], Form) -> [Int]
  ) {
    for split in words.indices.dropFirst() where words.count <= 8 {
      let (first, second) = (Array(words[..<split].joined()), Array(words[split...].joined()))
      for (city, place) in [(first, second), (second, first)] where place.count > 1 {
        for (index, row) in rows.enumerated() {
          let places = (countries[row.city.country] ?? []) + (regions[row.city.region] ?? [])
          guard places.contains(where: { $0.words.contains { $0.starts(with: place) } }) else {
            continue
          }
          for form in row.forms { kinds[index] = min(kinds[index], match(city, form).min() ?? 99) }
        }
      }
    }
  }

  private static func kinds(of text: [Character], in form: Form) -> [Int] {
    if text.isEmpty { return [] }
    return form.words.enumerated().compactMap { index, word in
      guard word.starts(with: text) else { return nil }
      return kind(isWhole: index == 0 && word == text, isStart: index == 0, form)
    }
  }

  private static func kind(isWhole: Bool, isStart: Bool, _ form: Form) -> Int {
    if isWhole { return form.isShown ? 0 : 1 }
    return (form.isShown ? 2 : 5) + (isStart ? 0 : 1)
  }

  /// Returns the kinds of the matches in which one letter is wrong, missing or too many, or in which two
  /// neighboring letters are exchanged.
  private static func typos(_ text: [Character], in form: Form) -> [Int] {
    guard text.count >= 4 else { return [] }
    var kinds: [Int] = []
    for (index, word) in form.words.enumerated() {
      for place in text.indices where word.starts(with: text[..<place]) {
        let (before, letter, after) = (text[..<place], text[place], text[(place + 1)...])
        var meant: [(text: [Character], isWhole: Bool)] = []
        let isLast = after.isEmpty
        if text.count > 4 {
          meant.append((Array(before + after), isLast))
          if let next = after.first {
            meant.append((Array(before + [next, letter] + after.dropFirst()), false))
          }
        }
        let isSameAlphabet = place < word.count && word[place].utf8.count == letter.utf8.count
        if isSameAlphabet, word[place] != letter {
          if text.count > 4 { meant.append((Array(before + [word[place]] + after), isLast)) }
          meant.append((Array(before + [word[place], letter] + after), text.count == 4))
        }
        for (text, mustBeWhole) in meant where word.starts(with: text) {
          let isWhole = index == 0 && word == text
          if mustBeWhole && !isWhole { continue }
          kinds.append(14 + kind(isWhole: isWhole, isStart: index == 0, form))
        }
      }
    }
    return kinds
  }

  private static func bare(_ text: String) -> String {
    text.split(separator: " ").map { $0.hasPrefix("ال") && $0.count >= 4 ? $0.dropFirst(2) : $0 }
      .joined(separator: " ")
  }

  /// Returns a text without case and accents, and the same in Latin letters.
  static func forms(of text: String, in language: Language) -> (plain: String, latin: String) {
    var folding = SearchFolding(Transliteration(language.rawValue), remembers: false)
    folding.fold(text)
    return (
      String(decoding: folding.plain, as: UTF8.self), String(decoding: folding.latin, as: UTF8.self)
    )
  }
}
