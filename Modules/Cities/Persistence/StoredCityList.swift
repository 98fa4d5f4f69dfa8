import Networking
import Storage

/// The stored form of the newest list from the server.
struct StoredCityList: Sendable, Codable, Equatable {
  let document: CityListDocument
  /// The server's validator, stored with the list so that the two always match.
  let validator: ETag?

  static let schema = StoredSchema(KeptListV1.self).step("the validator is kept beside the list") {
    StoredCityList(document: $0.document, validator: nil)
  }
}

/// The form of release 1.
struct KeptListV1: Sendable, Codable {
  struct CountryRow: Sendable, Codable {
    let code: String
    let names: [Language: String]
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable {
    let id: CityID
    let country: String
    let region: String
    let names: [Language: String]
    let lat: Double
    let lon: Double
    let population: Int
  }

  let revision: Int
  let regions: [String: [Language: String]]
  let countries: [CountryRow]
  let cities: [CityRow]

  var document: CityListDocument {
    CityListDocument(
      revision: revision, regions: regions,
      countries: countries.map { row in
        CityListDocument.CountryRow(code: row.code, names: row.names, languages: row.languages)
      },
      cities: cities.map { row in
        CityListDocument.CityRow(
          id: row.id, country: row.country, region: row.region, names: row.names, lat: row.lat,
          lon: row.lon, population: row.population)
      })
  }
}
