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
    let names: Names
    /// Other names and abbreviations for the search; `nil` if there are none.
    var otherNames: [String]?
    /// The languages that the app offers in the country, the default first.
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable, Equatable {
    let id: CityID
    let country: String
    let region: String
    let names: Names
    /// Former names, nicknames, abbreviations and names in other languages, for the search; `nil` if there
    /// are none.
    var otherNames: [String]?
    let lat: Double
    let lon: Double
    let population: Int
  }

  let revision: Int
  let regions: [String: Names]
  let countries: [CountryRow]
  let cities: [CityRow]

  /// An empty list, for an app without a bundled list.
  static let empty = CityListDocument(revision: 0, regions: [:], countries: [], cities: [])
}

extension CityListDocument {
  /// Decodes and validates the list in a response of the server.
  init(_ response: HTTPResponse) throws(UnusableBody) {
    self = try response.json(Self.self)
    try validate()
  }

  /// Checks the rules for a list; throws the first violation, with the row and the rule.
  func validate() throws(UnusableBody) {
    guard revision > 0 else { throw UnusableBody(reason: "revision \(revision) is not above 0") }
    guard !cities.isEmpty else { throw UnusableBody(reason: "no cities") }

    for (region, names) in regions {
      try Self.validate(names, of: "region \(region)", mayBeEmpty: true)
    }
    var codes: Set<String> = []
    for country in countries {
      guard codes.insert(country.code).inserted else {
        throw UnusableBody(reason: "country \(country.code) twice")
      }
      try Self.validate(country.names, country.otherNames, of: "country \(country.code)")
    }
    var ids: Set<CityID> = []
    for city in cities {
      let place = "city \(city.id.rawValue)"
      guard ids.insert(city.id).inserted else { throw UnusableBody(reason: "\(place) twice") }
      guard codes.contains(city.country) else {
        throw UnusableBody(reason: "\(place) is in an unknown country, \(city.country)")
      }
      guard Coordinates(latitude: city.lat, longitude: city.lon) != nil else {
        throw UnusableBody(reason: "\(place) is at no point on the Earth")
      }
      guard city.population >= 0 else {
        throw UnusableBody(reason: "\(place) has a negative population")
      }
      try Self.validate(city.names, city.otherNames, of: place)
    }
  }

  private static func validate(
    _ names: Names, _ others: [String]? = nil, of place: String, mayBeEmpty: Bool = false
  ) throws(UnusableBody) {
    guard mayBeEmpty || !names.isEmpty else { throw UnusableBody(reason: "\(place) has no name") }
    guard names.values.allSatisfy(PlaceName.isValid), (others ?? []).allSatisfy(PlaceName.isValid)
    else { throw UnusableBody(reason: "\(place): \(PlaceName.rule)") }
  }
}

extension DecodingError {
  /// Returns an error for the value at `path`, with `rule` as the text of the violated rule.
  static func broken(_ rule: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: rule))
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

/// The validation of time zone names from the server; a name is valid if the platform knows it.
enum TimeZoneName {
  static func isKnown(_ name: String) -> Bool {
    // The platform may ignore a zero byte and everything after it, and so accept an invalid name. So a
    // name with a zero byte is rejected here.
    !name.utf8.contains(0) && TimeZone(identifier: name) != nil
  }
}
