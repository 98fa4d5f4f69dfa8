extension CityList {
  /// Reads a document in one language; the index of the same document in another serves this one
  /// too.
  init(
    _ document: CityListDocument, from source: Source, problem: String?, in language: Language,
    index: Later<CityIndex>? = nil
  ) {
    let rows = document.countriesByCode
    let chains = rows.mapValues { $0.chain(from: language) }
    let countries = rows.mapValues { row in
      Country(code: row.code, name: row.names.first(in: chains[row.code] ?? []) ?? row.code)
    }

    // Counted in the language shown: two cities may share a name in one language only.
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
      languages: document.languages, cities: cities, index: index ?? Later { CityIndex(document) },
      alphabetical: Later { Self.alphabetical(cities, in: language) })
  }

  private struct Place: Hashable {
    let country: String
    let name: String
  }
}

extension CityListDocument {
  /// The languages that countries are named in: those that a list can be read in without gaps
  /// showing everywhere.
  var languages: [Language] {
    Set(countries.flatMap(\.names.keys)).sorted { $0.rawValue < $1.rawValue }
  }

  var countriesByCode: [String: CountryRow] {
    Dictionary(countries.map { ($0.code, $0) }) { first, _ in first }
  }
}

extension CityListDocument.CountryRow {
  /// The languages to look for a name in: the one asked for, the default of the country's cities,
  /// the country's others, English.
  func chain(from language: Language) -> [Language] {
    [language] + languages + [.english]
  }
}

extension CityListDocument.Names {
  /// The name in the first language that has one, else in any.
  func first(in chain: [Language]) -> String? {
    for language in chain {
      if let name = self[language] { return name }
    }
    return self.min { $0.key.rawValue < $1.key.rawValue }?.value
  }
}
