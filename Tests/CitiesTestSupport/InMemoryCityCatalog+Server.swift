public import Cities
import Foundation
import Networking
import Synchronization

extension InMemoryCityCatalog {
  /// Returns the sample cities; before a refresh, without ``SampleCity/satpayev``.
  public func list() async throws(CitiesError) -> CityList {
    let (revision, language) = (kept.values.withLock { $0.revision }, state.language)
    // The bundled list of the live catalog lacks this city too.
    let known = SampleCity.all.filter { revision > 1 || $0.id != .satpayev }
    do {
      return try CityList(
        json: SampleCity.list(revision: revision, of: known).data,
        from: revision > 1 ? .refreshed : .bundle, in: language)
    } catch {
      throw .brokenBundle("\(error)")
    }
  }

  /// Stores the revision of the server's list, not its rows.
  public func refreshList() async throws(CitiesError) -> ListRefresh {
    struct Answer: Decodable {
      let revision: Int
    }
    let answer = try decode(Answer.self, try await ask("/v1/cities"))
    return kept.values.withLock { kept in
      let age = kept.confirmed.map { now().timeIntervalSince($0) } ?? .infinity
      if answer.revision < kept.revision, age <= 3_600 {
        return .older(revision: answer.revision)
      }
      kept.confirmed = now()
      if answer.revision == kept.revision { return .unchanged }
      kept.revision = answer.revision
      return .updated(revision: answer.revision)
    }
  }

  func download(_ id: City.ID, in language: Language) async throws(CitiesError) -> City {
    let answer = try await ask("/v1/cities/\(id.rawValue)", ["language": language.rawValue])
    if ServiceProblem(answer)?.code == "unknownCity" { throw .unknownCity(id) }
    let city = try decode(City.self, answer)
    guard city.id == id else { throw .unusableAnswer("another city") }
    return city
  }

  private func ask(
    _ path: String, _ query: [String: String] = [:]
  ) async throws(CitiesError) -> HTTPResponse {
    do {
      return try await server.send(.withoutCity(.get, path, query: query))
    } catch {
      switch error {
      case .offline, .connectionLost: throw .offline
      case .timedOut: throw .timedOut
      case .cancelled: throw .cancelled
      case .tooLarge: throw .unusableAnswer("too large")
      case .failed(let text), .untrusted(let text): throw .serverTrouble(text)
      }
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ answer: HTTPResponse
  ) throws(CitiesError) -> Value {
    guard answer.status == 200 else { throw .serverTrouble("HTTP \(answer.status)") }
    do {
      return try JSONDecoder().decode(type, from: answer.body)
    } catch {
      throw .unusableAnswer("\(error)")
    }
  }
}
