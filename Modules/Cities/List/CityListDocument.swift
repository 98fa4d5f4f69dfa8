import Networking

/// The list in all languages: the common form of the bundle, the server's response and the file.
struct CityListDocument: Sendable, Codable, Equatable {
  /// Names by language; languages may be missing.
  typealias Names = [Language: String]

  struct CountryRow: Sendable, Codable, Equatable {
    let code: String
    let names: Names
    /// The languages that the app offers in the country, the default first.
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable, Equatable {
    let id: CityID
    let country: String
    let region: String
    let names: Names
    let lat: Double
    let lon: Double
    let population: Int
  }

  let revision: Int
  let regions: [String: Names]
  let countries: [CountryRow]
  let cities: [CityRow]

  /// The list of an app whose bundled list is broken.
  static let empty = CityListDocument(revision: 0, regions: [:], countries: [], cities: [])
}
