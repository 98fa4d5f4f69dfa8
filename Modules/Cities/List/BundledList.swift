import Foundation

/// The list that is shipped with the app.
struct BundledList: Sendable {
  /// A closure that reads the whole list.
  let document: @Sendable () throws(BrokenBundle) -> CityListDocument
  /// A closure that reads only the first rows of the list.
  ///
  /// Reading these rows takes a hundredth of the time for the whole list.
  let beginning: @Sendable () throws(BrokenBundle) -> CityListDocument

  /// The list in this module's resources.
  static let shipped = BundledList(
    document: { () throws(BrokenBundle) in
      let cities = try decode(Cities.self, "cities")
      let countries = try decode(Countries.self, "countries")
      return CityListDocument(
        revision: cities.revision, regions: cities.regions, countries: countries.countries,
        cities: cities.cities)
    },
    beginning: { () throws(BrokenBundle) in try decode(CityListDocument.self, "beginning") })

  private struct Cities: Decodable {
    let revision: Int
    let regions: [String: CityListDocument.Names]
    let cities: [CityListDocument.CityRow]
  }

  private struct Countries: Decodable {
    let countries: [CityListDocument.CountryRow]
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ name: String
  ) throws(BrokenBundle) -> Value {
    let url = Bundle.module.url(forResource: name, withExtension: "json")
    do {
      if let url { return try JSONDecoder().decode(type, from: Data(contentsOf: url)) }
    } catch {}
    throw BrokenBundle(file: "\(name).json")
  }
}

/// The error for a file of the bundled list that is missing or invalid.
struct BrokenBundle: Error {
  let file: String
}
