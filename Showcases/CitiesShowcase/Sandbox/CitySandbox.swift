import Foundation
import Networking
import ShowcaseKit

/// A server for this showcase alone, inside the process: the list and each city in each language.
struct CitySandbox: Sendable {
  private let list: Data
  private let cities: [Int: Details]

  /// Reads the data that lies beside the executable.
  init() throws {
    guard let url = Bundle.module.url(forResource: "sandbox-cities", withExtension: "json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let data = try JSONDecoder().decode(SandboxData.self, from: Data(contentsOf: url))
    list = try JSONEncoder().encode(
      List(
        revision: data.revision, regions: data.regions, countries: data.countries,
        cities: data.cities))
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

  /// The server that was asked for, else the sandbox with these faults.
  static func transport(
    for options: ShowcaseOptions, clock: any Clock<Duration>, faults: SandboxFaults
  ) throws -> any Transport {
    if let server = options.server { return NetworkingFactory.makeTransport(server: server) }
    return SandboxTransport(clock: clock, faults: faults, answer: try CitySandbox().answer)
  }

  /// Answers `/v1/cities` and `/v1/cities/ID?language=CODE`.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path == "/v1/cities" { return HTTPResponse(status: 200, body: list) }
    let parts = request.path.split(separator: "/")
    guard parts.count == 3, parts.starts(with: ["v1", "cities"]), let id = Int(parts[2]),
      let city = cities[id]
    else { return HTTPResponse(status: 404, body: Data()) }
    do {
      let body = try JSONEncoder().encode(city.answer(in: request.query["language"] ?? "en"))
      return HTTPResponse(status: 200, body: body)
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
