import Foundation
import Networking

/// A server for this showcase alone, inside the process: the list and each city in each language.
struct CitySandbox: Sendable {
  private let list: HTTPResponse
  private let cities: [Int: Details]

  /// Reads the data that lies beside the executable.
  init() throws {
    guard let url = Bundle.module.url(forResource: "sandbox-cities", withExtension: "json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let data = try JSONDecoder().decode(SandboxData.self, from: Data(contentsOf: url))
    let document = List(
      revision: data.revision, regions: data.regions, countries: data.countries, cities: data.cities
    )
    list = HTTPResponse(
      status: 200, body: try JSONEncoder().encode(document),
      etag: ETag(rawValue: "\"\(data.revision)\""))
    let countries = Dictionary(uniqueKeysWithValues: data.countries.map { ($0.code, $0) })
    var cities: [Int: Details] = [:]
    for row in data.cities {
      guard let country = countries[row.country], let rules = data.rules[row.country],
        let operations = data.operations["\(row.id)"]
      else { continue }
      cities[row.id] = Details(
        row: row, country: country, rules: rules, operations: operations, revision: data.revision)
    }
    self.cities = cities
  }

  /// Answers `/v1/cities` and `/v1/cities/ID?language=CODE`.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path == "/v1/cities" { return list }
    let parts = request.path.split(separator: "/")
    guard parts.count == 3, parts.starts(with: ["v1", "cities"]), let id = Int(parts[2]),
      let city = cities[id]
    else { return HTTPResponse(status: 404, body: Data()) }
    do {
      let answer = city.answer(in: request.query["language"] ?? "en")
      return HTTPResponse(
        status: 200, body: try JSONEncoder().encode(answer),
        etag: ETag(rawValue: "\"\(answer.revision)-\(answer.language)\""))
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
  }

  private struct List: Encodable {
    let revision: Int
    let regions: [String: SandboxData.Names]
    let countries: [SandboxData.CountryRow]
    let cities: [SandboxData.CityRow]
  }
}
