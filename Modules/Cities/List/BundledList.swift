import Foundation

/// The list that the app was shipped with.
enum BundledList {
  private struct Cities: Decodable {
    let revision: Int
    let regions: [String: CityListDocument.Names]
    let cities: [CityListDocument.CityRow]
  }

  private struct Countries: Decodable {
    let countries: [CityListDocument.CountryRow]
  }

  static func load() throws(CitiesError) -> CityListDocument {
    let cities = try decode(Cities.self, "cities")
    let countries = try decode(Countries.self, "countries")
    return CityListDocument(
      revision: cities.revision, regions: cities.regions, countries: countries.countries,
      cities: cities.cities)
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ name: String
  ) throws(CitiesError) -> Value {
    guard let url = Bundle.module.url(forResource: name, withExtension: "json") else {
      throw .brokenBundle("\(name).json is missing")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(contentsOf: url))
    } catch {
      throw .brokenBundle("\(name).json: \(error)")
    }
  }
}
