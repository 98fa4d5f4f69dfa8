import CitiesTestSupport
import Commerce
import Foundation
import Networking
import SyncTestSupport
import Synchronization

@testable import Cities

/// Server with random delays, whose responses show its state at the time of sending.
final class SimulatedCityServer: Transport {
  struct State {
    var fault: ServerFault?
    var isBehind = false
    var revision = 2
    /// Current and previous revision of each city.
    var cities: [CityID: (revision: Int, isRemoved: Bool, previous: Int)] = [:]
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
    await wait()
    if Task.isCancelled { throw .cancelled }
    let (response, fault) = state.withLock { ($0.answer(to: request), $0.fault) }
    progress(TransferProgress(received: response.body.count / 2, expected: response.body.count))
    await wait()
    if Task.isCancelled { throw .cancelled }
    return try fault?.spoil(response) ?? response
  }

  /// Creates a new revision of a city and of the list.
  func change(_ id: CityID, isRemoved: Bool? = nil) {
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
  /// Returns the current city for an app with a working network; `nil` for none.
  func city(_ id: CityID, in language: Language) -> City? {
    guard fault == nil, let city = cities[id], !city.isRemoved else { return nil }
    return Bodies.value(id, revision: city.revision, in: language.rawValue)
  }

  func answer(to request: HTTPRequest) -> HTTPResponse {
    let answer =
      if request.path == "/v1/cities" {
        HTTPResponse(
          status: 200, body: Bodies.list(revision: isBehind ? revision - 1 : revision),
          etag: ETag(rawValue: "\"\(isBehind ? revision - 1 : revision)\""))
      } else {
        city(request)
      }
    guard let etag = answer.etag, request.ifChangedSince == etag else {
      return answer
    }
    return HTTPResponse(status: 304, body: Data(), etag: etag)
  }

  private func city(_ request: HTTPRequest) -> HTTPResponse {
    let id = CityID(
      rawValue: request.path.split(separator: "/").last.flatMap { Int($0) } ?? 0)
    guard let city = cities[id], !city.isRemoved else {
      return HTTPResponse(problem: "unknownCity", status: 404)
    }
    let revision = isBehind ? city.previous : city.revision
    let language = request.query["language"] ?? ""
    return HTTPResponse(
      status: 200, body: Bodies.city(id, revision: revision, in: language),
      etag: ETag(rawValue: "\"\(revision)-\(language)\""))
  }
}
