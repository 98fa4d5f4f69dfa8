import Foundation
import Networking
import Synchronization

/// The in-process server of this showcase, with the list and each city in each language.
final class CitySandbox: Sendable {
  /// Availability of a city at the server.
  enum CityState: Sendable {
    /// The city is available.
    case open
    /// The city is in the list, but its details are answered with 503 for now.
    case closed
    /// The city is not in the list, and its details are answered with 404.
    case removed
  }

  private struct Changes {
    var revision: Int
    var states: [Int: (state: CityState, revision: Int)] = [:]
  }

  private let data: SandboxData
  private let cities: [Int: Details]
  private let changes: Mutex<Changes>

  /// Loads the bundled data.
  init() throws {
    guard let url = Bundle.module.url(forResource: "sandbox-cities", withExtension: "json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    data = try JSONDecoder().decode(SandboxData.self, from: Data(contentsOf: url))
    changes = Mutex(Changes(revision: data.revision))
    let countries = Dictionary(uniqueKeysWithValues: data.countries.map { ($0.code, $0) })
    var cities: [Int: Details] = [:]
    for row in data.cities {
      guard let country = countries[row.country], let rules = data.rules[row.country],
        let operations = data.operations["\(row.id)"]
      else { continue }
      cities[row.id] = Details(row: row, country: country, rules: rules, operations: operations)
    }
    self.cities = cities
  }

  /// Opens, closes or removes cities, in a new revision of the list.
  func set(_ state: CityState, of ids: some Sequence<Int>) {
    changes.withLock { changes in
      changes.revision += 1
      for id in ids { changes.states[id] = (state, changes.revision) }
    }
  }

  /// Answers `/v1/cities` and `/v1/cities/ID?language=CODE`.
  ///
  /// The response is 304 if the version that the request names is current.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/")
    let response: HTTPResponse
    do {
      if request.path == "/v1/cities" {
        response = try list()
      } else if parts.count == 3, parts.starts(with: ["v1", "cities"]) {
        response = try city(Int(parts[2]), in: request.query["language"] ?? "en")
      } else {
        return HTTPResponse(status: 404, body: Data())
      }
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
    guard let etag = response.etag, request.precondition == .hasChanged(since: etag) else {
      return response
    }
    return HTTPResponse(status: 304, body: Data(), etag: etag)
  }

  private func list() throws -> HTTPResponse {
    let (revision, removed) = changes.withLock { changes in
      (changes.revision, Set(changes.states.filter { $0.value.state == .removed }.keys))
    }
    let list = List(
      revision: revision, regions: data.regions, countries: data.countries,
      cities: data.cities.filter { !removed.contains($0.id) })
    return HTTPResponse(
      status: 200, body: try JSONEncoder().encode(list), etag: ETag(rawValue: "\"\(revision)\""))
  }

  private func city(_ id: Int?, in language: String) throws -> HTTPResponse {
    let unknown = HTTPResponse(
      problem: "unknownCity", status: 404, reason: "there is no such city")
    guard let id, let city = cities[id] else { return unknown }
    let (state, revision) =
      changes.withLock { $0.states[id] } ?? (state: .open, revision: data.revision)
    guard state != .removed else { return unknown }
    if state == .closed {
      return HTTPResponse(
        problem: "cityClosed", status: 503, reason: "closed for a while", retryAfter: .seconds(60))
    }
    let answer = city.answer(in: language, revision: revision)
    return HTTPResponse(
      status: 200, body: try JSONEncoder().encode(answer),
      etag: ETag(rawValue: "\"\(revision)-\(answer.language)\""))
  }

  private struct List: Encodable {
    let revision: Int
    let regions: [String: SandboxData.Names]
    let countries: [SandboxData.CountryRow]
    let cities: [SandboxData.CityRow]
  }
}
