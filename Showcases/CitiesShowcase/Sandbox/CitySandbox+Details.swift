extension CitySandbox {
  /// The sandbox's data about a city.
  struct Details: Sendable {
    let row: SandboxData.CityRow
    let country: SandboxData.CountryRow
    let rules: SandboxData.Rules
    let operations: SandboxData.Operations

    /// Returns the response in the requested language if the city has a name in it.
    ///
    /// Otherwise the response is in the country's first language with a name, else in English.
    func answer(in asked: String, revision: Int) -> Answer {
      let chain = [asked] + country.languages + ["en"]
      let language = chain.first { row.names[$0] != nil } ?? "en"
      return Answer(
        id: row.id, revision: revision, language: language, languages: country.languages,
        name: row.names[language] ?? "\(row.id)",
        country: Country(code: country.code, name: country.names[language] ?? country.code),
        coordinates: Coordinates(latitude: row.lat, longitude: row.lon), timeZone: row.tz,
        rules: rules, fulfilments: operations.fulfilments, payments: operations.payments)
    }
  }

  /// The JSON of a city in a response.
  struct Answer: Encodable {
    let id: Int
    let revision: Int
    let language: String
    let languages: [String]
    let name: String
    let country: Country
    let coordinates: Coordinates
    let timeZone: String
    let rules: SandboxData.Rules
    let fulfilments: [SandboxData.Operations.Fulfilment]
    let payments: [String]
  }

  /// The JSON of a country in a response.
  struct Country: Encodable {
    let code: String
    let name: String
  }

  /// The JSON of coordinates in a response.
  struct Coordinates: Encodable {
    let latitude: Double
    let longitude: Double
  }
}
