public import Foundation
public import Networking

/// An in-process server of cities that implements the OpenAPI description of `/v1/cities`.
///
/// The model is independent of the module `Cities` and shares only the wire format with it.
public struct CityServerModel: ServerModel {
  /// The availability of a city at the server.
  public enum CityState: String, Codable, Sendable {
    /// The city is available.
    case open
    /// The list contains the city, but a request for the city's details gets 503.
    case closed
    /// The list does not contain the city, and a request for the city's details gets 404.
    case removed
  }

  private let data: CityData
  private let rows: [Int: CityData.CityRow]
  private var states: [Int: (state: CityState, revision: Int)] = [:]
  /// The revision of the list of cities.
  public private(set) var revision: Int

  /// Returns the file with the list that the apps of this server ship: 999 cities of an earlier revision.
  ///
  /// The file has the form of the server's response to `GET /v1/cities`.
  ///
  /// - Throws: `CocoaError.fileNoSuchFile` if the app does not contain the resources of `Sandbox`.
  public static func bundledList() throws -> URL { try .resource("cities") }

  /// Loads the cities from a file; `nil` loads the sandbox's 1,000 cities.
  ///
  /// - Throws: An error of the file or of its decoding.
  public init(contentsOf file: URL? = nil) throws {
    data = try JSONDecoder().decode(
      CityData.self, from: Data(contentsOf: file ?? .resource("sandbox-cities")))
    revision = data.revision
    rows = Dictionary(data.cities.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Returns whether the server knows a city, even if the city was removed from the list.
  public func isKnown(_ id: Int) -> Bool { rows[id] != nil }

  /// Returns whether the list contains a city.
  public func isListed(_ id: Int) -> Bool { isKnown(id) && states[id]?.state != .removed }

  /// Opens, closes or removes cities, and increments the revision of the list.
  ///
  /// Unknown ids are ignored.
  public mutating func set(_ state: CityState, of ids: some Sequence<Int>) {
    revision += 1
    for id in ids where rows[id] != nil { states[id] = (state, revision) }
  }

  /// Returns each fulfillment method of a city with its terms, such as hours and delivery fee.
  ///
  /// Returns an empty array for a city that is not listed.
  func terms(of id: Int) -> [CityData.Operations.Fulfillment] {
    isListed(id) ? data.operations["\(id)"]?.fulfilments ?? [] : []
  }

  /// Returns the time zone of a city; GMT if the city is unknown.
  func timeZone(of id: Int) -> TimeZone {
    rows[id].flatMap { TimeZone(identifier: $0.tz) } ?? .gmt
  }

  /// Returns the currency of a city; `nil` if the city is unknown.
  func currency(of id: Int) -> CityData.Rules.Currency? {
    rows[id].flatMap { data.rules[$0.country]?.currency }
  }

  /// Answers `/v1/cities` and `/v1/cities/ID?language=CODE`.
  ///
  /// The response is 304 if the ETag in the request is current.
  public mutating func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/")
    guard parts.starts(with: ["v1", "cities"]), parts.count <= 3, request.method == .get else {
      return .status(404)
    }
    let response =
      parts.count == 2 ? list : details(of: Int(parts[2]), in: request.query["language"] ?? "en")
    return response.unlessKnown(to: request)
  }

  private var list: HTTPResponse {
    let list = List(
      revision: revision, regions: data.regions, countries: data.countries,
      cities: data.cities.filter { isListed($0.id) })
    return .json(list, etag: ETag(rawValue: "\"\(revision)\""))
  }

  private func details(of id: Int?, in asked: String) -> HTTPResponse {
    guard let id, let row = rows[id], isListed(id),
      let country = data.countries.first(where: { $0.code == row.country }),
      let rules = data.rules[row.country], let operations = data.operations["\(id)"]
    else { return .refused(404, "unknownCity", "this city does not exist") }
    let (state, revision) = states[id] ?? (.open, data.revision)
    if state == .closed {
      return HTTPResponse(
        problem: "cityClosed", status: 503, reason: "closed for a while", retryAfter: .seconds(60))
    }
    // If the city has no name in the requested language, the languages of its country are tried in
    // order, then English. A language that is written in Latin letters gets a name in Latin letters.
    let named = ([asked] + country.languages + ["en"]).filter { row.names[$0] != nil }
    let wantsLatin = country.names[asked]?.isLatin == true && row.names[asked] == nil
    let language =
      named.first { !wantsLatin || row.names[$0]?.isLatin == true } ?? named.first ?? "en"
    let details = Details(
      id: id, revision: revision, language: language, languages: country.languages,
      name: row.names[language] ?? "\(id)",
      country: Country(code: country.code, name: country.names[language] ?? country.code),
      coordinates: Coordinates(latitude: row.lat, longitude: row.lon), timeZone: row.tz,
      rules: rules, fulfilments: operations.fulfilments, payments: operations.payments)
    return .json(details, etag: ETag(rawValue: "\"\(revision)-\(language)\""))
  }

  private struct List: Encodable {
    let revision: Int
    let regions: [String: CityData.Names]
    let countries: [CityData.CountryRow]
    let cities: [CityData.CityRow]
  }

  private struct Details: Encodable {
    let id, revision: Int
    let language: String
    let languages: [String]
    let name: String
    let country: Country
    let coordinates: Coordinates
    let timeZone: String
    let rules: CityData.Rules
    let fulfilments: [CityData.Operations.Fulfillment]
    let payments: [String]
  }

  private struct Country: Encodable {
    let code, name: String
  }

  private struct Coordinates: Encodable {
    let latitude, longitude: Double
  }
}

extension String {
  /// Whether the text begins with a Latin letter.
  fileprivate var isLatin: Bool { unicodeScalars.first.map { $0 < "\u{250}" } ?? false }
}
