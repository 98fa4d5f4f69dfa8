/// The list in all its languages: the shape of the bundle, of the server's answer and of the file.
struct CityListDocument: Sendable, Codable, Equatable {
  /// Names by language, as far as the data has them.
  typealias Names = [Language: String]

  struct CountryRow: Sendable, Codable, Equatable {
    let code: String
    let names: Names
    /// The languages that the app offers there, the default first.
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable, Equatable {
    let id: City.ID
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
}
