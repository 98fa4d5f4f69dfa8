import Commerce
import Foundation
import Networking

/// The list of cities, with the names in all languages.
///
/// The bundled list, the server's response and the stored file have this form.
struct CityListDocument: Sendable, Codable, Equatable {
  /// The names of a place, by language; some languages may be missing.
  typealias Names = [Language: String]

  struct CountryRow: Sendable, Codable, Equatable {
    let code: String
    var names: Names
    /// Other names and abbreviations for the search; `nil` if there are none.
    var otherNames: [String]?
    /// The languages that the app offers in the country, the default first.
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable, Equatable {
    let id: CityID
    let country: String
    let region: String
    var names: Names
    /// Former names, nicknames, abbreviations and names in other languages, for the search; `nil` if there
    /// are none.
    var otherNames: [String]?
    let lat: Double
    let lon: Double
    var population: Int
  }

  let revision: Int
  let regions: [String: Names]
  let countries: [CountryRow]
  let cities: [CityRow]
  /// The first broken rule, for which a part of the response was left out; `nil` for none.
  var problem: String?

  /// An empty list, for an app without a bundled list.
  static let empty = CityListDocument(revision: 0, regions: [:], countries: [], cities: [])
}

extension CityListDocument {
  /// A list whose rows may be unreadable.
  private struct Told: Decodable {
    let revision: Int
    let regions: [String: Lossy<Names>]
    let countries: LossyList<CountryRow>
    let cities: LossyList<CityRow>
  }

  /// Reads the list in a response of the server, without the names and rows that break a rule.
  ///
  /// A country takes its cities with it.
  ///
  /// - Throws: `UnusableBody` if no city is left; it names the first broken rule.
  init(_ response: HTTPResponse) throws(UnusableBody) {
    let told = try response.json(Told.self)
    guard told.revision > 0 else {
      throw UnusableBody(reason: "revision \(told.revision) is not above 0")
    }
    var problem: String?
    func require(_ holds: Bool, _ rule: @autoclosure () -> String) -> Bool {
      if !holds { problem = problem ?? rule() }
      return holds
    }
    func valid(_ names: Names?, of place: @autoclosure () -> String) -> Names {
      let valid = (names ?? [:]).filter { PlaceName.isValid($0.value) }
      _ = require(valid.count == names?.count, "\(place()): \(PlaceName.rule)")
      return valid
    }
    func valid(_ others: [String]?, of place: @autoclosure () -> String) -> [String]? {
      let valid = others?.filter(PlaceName.isValid)
      _ = require(valid?.count == others?.count, "\(place()): \(PlaceName.rule)")
      return valid
    }
    func rows<Row>(
      _ list: LossyList<Row>, _ name: String, where isKept: (inout Row) -> Bool
    ) -> [Row] {
      (list.value ?? []).enumerated().compactMap { number, told in
        guard require(told.value != nil, "\(name) \(number) cannot be read"), var row = told.value
        else { return nil }
        return isKept(&row) ? row : nil
      }
    }

    let regions = told.regions.map { ($0, valid($1.value, of: "region \($0)")) }
    var codes: Set<String> = []
    let countries = rows(told.countries, "row of countries") { row in
      let place = "country \(row.code)"
      row.names = valid(row.names, of: place)
      row.otherNames = valid(row.otherNames, of: place)
      return require(!row.names.isEmpty, "\(place) has no name")
        && require(codes.insert(row.code).inserted, "\(place) twice")
    }
    var ids: Set<CityID> = []
    let cities = rows(told.cities, "row of cities") { row in
      let place = "city \(row.id.rawValue)"
      row.names = valid(row.names, of: place)
      row.otherNames = valid(row.otherNames, of: place)
      if !require(row.population >= 0, "\(place) has a negative population") { row.population = 0 }
      return require(!row.names.isEmpty, "\(place) has no name")
        && require(
          codes.contains(row.country), "\(place) is in an unknown country, \(row.country)")
        && require(
          Coordinates(latitude: row.lat, longitude: row.lon) != nil,
          "\(place) is at no point on the Earth")
        && require(ids.insert(row.id).inserted, "\(place) twice")
    }
    guard !cities.isEmpty else { throw UnusableBody(reason: problem ?? "no cities") }
    self.init(
      revision: told.revision, regions: Dictionary(uniqueKeysWithValues: regions),
      countries: countries, cities: cities, problem: problem)
  }
}

/// The validation of names and other short texts from the server or a file.
enum PlaceName {
  static let rule = "a name is 1 to 200 bytes without control characters"

  static func isValid(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count) && !hasControl(name)
  }

  /// Whether a name has control characters.
  ///
  /// The check reads bytes instead of characters, because that is faster. A list of all larger cities
  /// on Earth has 66,566 names to check.
  private static func hasControl(_ name: String) -> Bool {
    var previous: UInt8 = 0
    for byte in name.utf8 {
      // UTF-8 encodes the control characters U+0080 to U+009F as the bytes C2 80 to C2 9F.
      if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return true }
      previous = byte
    }
    return false
  }
}
