import Commerce
import Networking

extension CityList {
  /// Creates a list in one language from a ``CityListDocument``.
  ///
  /// - Parameters:
  ///   - document: The cities, with the names in all languages.
  ///   - source: The origin of the document.
  ///   - problem: The value of ``CityList/problem``.
  ///   - language: The language of the names.
  ///   - index: The search index of another list from the same document; `nil` to create the index. The
  ///     index does not depend on the language.
  init(
    _ document: CityListDocument, from source: Source, problem: UnusableBody?,
    in language: Language, index: Lazy<CityIndex>? = nil
  ) {
    let rows = document.countriesByCode
    let chains = rows.mapValues { $0.chain(from: language) }
    let countries = rows.mapValues { row in
      Country(code: row.code, name: row.names.first(in: chains[row.code] ?? []) ?? row.code)
    }

    // Two cities may have the same name in one language and different names in another. So the cities
    // with each name are counted in the displayed language.
    var uses: [Place: Int] = [:]
    let places = document.cities.map { row in
      Place(
        country: row.country,
        name: row.names.first(in: chains[row.country] ?? []) ?? "\(row.id.rawValue)")
    }
    for place in places { uses[place, default: 0] += 1 }

    let cities = zip(document.cities, places).map { row, place in
      CitySummary(
        id: row.id, name: place.name,
        region: uses[place, default: 0] > 1
          ? document.regions[row.region]?.first(in: chains[row.country] ?? []) : nil,
        country: countries[row.country] ?? Country(code: row.country, name: row.country),
        coordinates: Coordinates(validLatitude: row.lat, longitude: row.lon),
        population: row.population)
    }
    self.init(
      revision: document.revision, source: source, problem: problem, language: language,
      languages: document.languages, cities: cities, index: index ?? Lazy { CityIndex(document) },
      alphabetical: Lazy { Self.alphabetical(cities, in: language) })
  }

  private struct Place: Hashable {
    let country: String
    let name: String
  }
}

extension CityListDocument {
  /// The languages in which the list is available: every language in which a country of the list has a
  /// name.
  var languages: [Language] {
    Set(countries.flatMap(\.names.keys)).sorted { $0.rawValue < $1.rawValue }
  }

  var countriesByCode: [String: CountryRow] {
    Dictionary(countries.map { ($0.code, $0) }) { first, _ in first }
  }
}

extension CityListDocument.CountryRow {
  /// Returns the languages in which to look up a name, in order of preference.
  ///
  /// The order is the requested language, then the country's languages with its default first, then
  /// English. If the requested language is written in Latin letters, languages in other letters are last.
  func chain(from language: Language) -> [Language] {
    let rest = languages + [.english]
    guard language.isLatin else { return [language] + rest }
    return [language] + rest.filter(\.isLatin) + rest.filter { !$0.isLatin }
  }
}

extension Language {
  fileprivate var isLatin: Bool { LanguageTag(rawValue)?.script == "latn" }
}

extension CityListDocument.Names {
  /// Returns the name in the first language of `chain` for which there is a name.
  ///
  /// If there is none, the result is a name in another language. The result is `nil` only if there is
  /// no name in any language.
  func first(in chain: [Language]) -> String? {
    for language in chain {
      if let name = self[language] { return name }
    }
    return self.min { $0.key.rawValue < $1.key.rawValue }?.value
  }
}

extension CityList {
  /// Returns the indices of the cities, sorted by country name and then by city name.
  ///
  /// Names are sorted by the alphabet of the language.
  static func alphabetical(_ cities: [CitySummary], in language: Language) -> [Int] {
    var alphabet = Alphabet(language)
    var keys = StringArena()
    let countries = Set(cities.map(\.country)).map { (country: $0, key: alphabet.sortKey($0.name)) }
      .sorted {
        $0.key == $1.key
          ? $0.country.code < $1.country.code : $0.key.lexicographicallyPrecedes($1.key)
      }
    let order = Dictionary(
      countries.enumerated().map { ($1.country.code, $0) }
    ) { first, _ in first }

    var sorted: [(country: Int, beginning: UInt64, key: Int, place: Int)] = []
    sorted.reserveCapacity(cities.count)
    for (place, city) in cities.enumerated() {
      let key = keys.end
      keys.append(alphabet.sortKey(city.name))
      sorted.append(
        (order[city.country.code, default: 0], keys.beginning(at: key), key, place))
    }
    sorted.sort { first, second in
      if first.country != second.country { return first.country < second.country }
      if first.beginning != second.beginning { return first.beginning < second.beginning }
      let difference = keys.order(first.key, second.key)
      if difference != 0 { return difference < 0 }
      let (one, other) = (cities[first.place], cities[second.place])
      if one.name.utf8.elementsEqual(other.name.utf8) {
        return one.id.rawValue < other.id.rawValue
      }
      return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    return sorted.map(\.place)
  }
}
