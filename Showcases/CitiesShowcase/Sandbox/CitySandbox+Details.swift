extension CitySandbox {
  /// All that the sandbox knows of a city.
  struct Details: Sendable {
    let row: SandboxData.CityRow
    let country: SandboxData.CountryRow
    let rules: SandboxData.Rules
    let operations: SandboxData.Operations

    /// The city in the language asked for where it has a name in it, else in its own.
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

  /// A city as the server sends it.
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

  /// A country as the server sends it.
  struct Country: Encodable {
    let code: String
    let name: String
  }

  /// A place as the server sends it.
  struct Coordinates: Encodable {
    let latitude: Double
    let longitude: Double
  }
}
