extension CityList {
  /// Reads a document in one language.
  init(_ document: CityListDocument, from source: Source, problem: String?, in language: Language) {
    let rows = Dictionary(uniqueKeysWithValues: document.countries.map { ($0.code, $0) })
    let countries = rows.mapValues { row in
      Country(
        code: row.code, name: row.names.preferred([language] + row.languages) ?? row.code)
    }
    let chains = rows.mapValues { [language] + $0.languages + [.english] }

    // Counted in the language shown: two cities may share a name in one language only.
    var uses: [Place: Int] = [:]
    let places = document.cities.map { row in
      Place(
        country: row.country,
        name: row.names.preferred(chains[row.country] ?? [language]) ?? "\(row.id.rawValue)")
    }
    for place in places { uses[place, default: 0] += 1 }

    self.init(
      revision: document.revision, source: source, problem: problem, language: language,
      languages: document.languages,
      cities: zip(document.cities, places).compactMap { row, place in
        guard let country = countries[row.country], let chain = chains[row.country],
          let coordinates = Coordinates(latitude: row.lat, longitude: row.lon)
        else { return nil }
        return CitySummary(
          id: row.id, name: place.name,
          region: uses[place, default: 0] > 1
            ? document.regions[row.region]?.preferred(chain) : nil,
          country: country, coordinates: coordinates, population: row.population,
          otherNames: chain.compactMap { row.names[$0] })
      })
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
}

extension CityListDocument.Names {
  /// The name in the first language that has one, else in English, else in any.
  func preferred(_ languages: [Language]) -> String? {
    for language in languages {
      if let name = self[language] { return name }
    }
    return self[.english] ?? self.min { $0.key.rawValue < $1.key.rawValue }?.value
  }
}
