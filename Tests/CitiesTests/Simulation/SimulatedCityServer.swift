import CitiesTestSupport
import Foundation
import Networking
import SyncTestSupport
import Synchronization

@testable import Cities

/// A server whose answers take as many steps as comes up, and are of the moment when they leave.
final class SimulatedCityServer: Transport {
  struct State {
    var fault: ServerFault?
    var isBehind = false
    var revision = 2
    /// What each city has become, and before that.
    var cities: [City.ID: (revision: Int, isRemoved: Bool, previous: Int)] = [:]
    var requests = 0
    /// The cities that it has said not to know, whatever became of the answer.
    var denied: Set<City.ID> = []
    var random: SplitMix64
  }

  let state: Mutex<State>
  private let executor: SimulationExecutor

  init(seed: UInt64, executor: SimulationExecutor) {
    var state = State(random: SplitMix64(seed: ~seed))
    for city in CityStep.cities { state.cities[city] = (1, false, 1) }
    self.state = Mutex(state)
    self.executor = executor
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    state.withLock { $0.requests += 1 }
    await wait()
    if Task.isCancelled { throw .cancelled }
    let (response, fault) = state.withLock { ($0.answer(to: request), $0.fault) }
    progress(TransferProgress(received: response.body.count / 2, expected: response.body.count))
    await wait()
    if Task.isCancelled { throw .cancelled }
    return try fault?.spoil(response) ?? response
  }

  /// A new revision of a city, and so of the list.
  func change(_ id: City.ID, isRemoved: Bool? = nil) {
    state.withLock { state in
      guard let city = state.cities[id], isRemoved != city.isRemoved else { return }
      state.revision += 1
      state.cities[id] = (state.revision, isRemoved ?? city.isRemoved, city.revision)
    }
  }

  private func wait() async {
    let steps = state.withLock { Int.random(in: 0...2, using: &$0.random) }
    for _ in 0..<steps { await executor.pause() }
  }
}

extension SimulatedCityServer.State {
  /// The city as the server has it now, for an app that can reach it.
  func city(_ id: City.ID, in language: Language) -> City? {
    guard fault == nil, let city = cities[id], !city.isRemoved else { return nil }
    return Bodies.value(id, revision: city.revision, in: language.rawValue)
  }

  mutating func answer(to request: HTTPRequest) -> HTTPResponse {
    let answer =
      if request.path == "/v1/cities" {
        HTTPResponse(
          status: 200, body: Bodies.list(revision: isBehind ? revision - 1 : revision),
          etag: ETag(rawValue: "\"\(isBehind ? revision - 1 : revision)\""))
      } else {
        city(request)
      }
    guard let etag = answer.etag, request.precondition == .hasChanged(since: etag) else {
      return answer
    }
    return HTTPResponse(status: 304, body: Data(), etag: etag)
  }

  private mutating func city(_ request: HTTPRequest) -> HTTPResponse {
    let id = City.ID(
      rawValue: request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0)
    guard let city = cities[id], !city.isRemoved else {
      denied.insert(id)
      return HTTPResponse(status: 404, body: Data())
    }
    let revision = isBehind ? city.previous : city.revision
    let language = request.query["language"] ?? ""
    return HTTPResponse(
      status: 200, body: Bodies.city(id, revision: revision, in: language),
      etag: ETag(rawValue: "\"\(revision)-\(language)\""))
  }
}

/// The texts of the server, each made once: making one takes longer than a whole scenario.
enum Bodies {
  private static let made = Mutex<[String: Data]>([:])
  /// The list that the app is shipped with.
  static let bundle = CityListDocument(
    revision: 1, regions: [:],
    countries: [.init(code: "RU", names: ["en": "Russia", "ru": "Россия"], languages: ["ru"])],
    cities: [
      .init(
        id: .moscow, country: "RU", region: "", names: ["en": "Moscow", "ru": "Москва"], lat: 55,
        lon: 37, population: 1),
      .init(
        id: .nowhere, country: "RU", region: "", names: ["en": "Gone"], lat: 56, lon: 37,
        population: 1),
    ])

  private static let read = Mutex<[String: City]>([:])

  static func city(_ id: City.ID, revision: Int, in language: String) -> Data {
    body("\(id.rawValue) \(revision) \(language)") {
      SampleCity.all.first { $0.id == id }.map { city in
        city.details(in: language).with("revision", .int(revision))
          .with("fulfilments/0/fee", .int(revision))
      } ?? .null
    }
  }

  static func list(revision: Int) -> Data {
    body("list \(revision)") { SampleCity.list(revision: revision) }
  }

  /// The city as the server means it.
  static func value(_ id: City.ID, revision: Int, in language: String) -> City? {
    let key = "\(id.rawValue) \(revision) \(language)"
    if let city = read.withLock({ $0[key] }) { return city }
    do {
      let city = try JSONDecoder().decode(
        City.self, from: self.city(id, revision: revision, in: language))
      read.withLock { $0[key] = city }
      return city
    } catch {
      return nil
    }
  }

  private static func body(_ key: String, _ make: () -> JSONValue) -> Data {
    if let body = made.withLock({ $0[key] }) { return body }
    let body: Data
    do { body = try make().data } catch { body = Data() }
    made.withLock { $0[key] = body }
    return body
  }
}
