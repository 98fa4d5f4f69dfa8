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
  ///
  /// Each resource is decoded at its first use, and all catalogs of the process share the result.
  static let shipped = {
    let document = Lazy { Result { () throws(BrokenBundle) in try readDocument() } }
    let beginning = Lazy {
      Result { () throws(BrokenBundle) in try decode(CityListDocument.self, "beginning") }
    }
    return BundledList(
      document: { () throws(BrokenBundle) in try document.value.get() },
      beginning: { () throws(BrokenBundle) in try beginning.value.get() })
  }()

  private static func readDocument() throws(BrokenBundle) -> CityListDocument {
    let cities = try decode(Cities.self, "cities")
    let countries = try decode(Countries.self, "countries")
    return CityListDocument(
      revision: cities.revision, regions: cities.regions, countries: countries.countries,
      cities: cities.cities)
  }

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
