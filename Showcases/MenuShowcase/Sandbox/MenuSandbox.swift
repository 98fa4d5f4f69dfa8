import Foundation
import Networking
import Synchronization

/// The in-process server of this showcase, with one menu and its unavailable items.
final class MenuSandbox: Sendable {
  private struct State {
    var revision = 1
    var edits: [MenuEdit] = []
    var stopRevision = 1
    var stops: [Stop] = []
  }

  /// One entry of the list of unavailable items.
  struct Stop: Sendable, Hashable, Codable {
    let kind: String
    let id: String
    var until: Int64?
    var reason: String?
  }

  private let menu: Data
  private let state = Mutex(State())

  /// Loads the bundled menu.
  init() throws {
    guard let url = Bundle.module.url(forResource: "sandbox-menu", withExtension: "json") else {
      throw CocoaError(.fileNoSuchFile)
    }
    menu = try Data(contentsOf: url)
  }

  /// Publishes a new revision of the menu with these edits.
  func publish(_ edits: [MenuEdit]) {
    state.withLock { state in
      state.revision += 1
      state.edits += edits
    }
  }

  /// Replaces the list of unavailable items, in a new revision.
  func stop(_ stops: [Stop]) {
    state.withLock { state in
      state.stopRevision += 1
      state.stops = stops
    }
  }

  /// Makes one item unavailable, or available again.
  func toggleStop(_ stop: Stop) {
    state.withLock { state in
      state.stopRevision += 1
      let others = state.stops.filter { ($0.kind, $0.id) != (stop.kind, stop.id) }
      state.stops = others.count < state.stops.count ? others : others + [stop]
    }
  }

  /// Answers `/v1/menu?fulfilment=KIND` and `/v1/menu/stops`.
  ///
  /// The response is 304 if the version that the request names is current, 400 without a city and
  /// 404 for any other path.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard let context = request.context else {
      return HTTPResponse(problem: "noCity", status: 400, reason: "a menu is a city's")
    }
    let state = state.withLock { $0 }
    do {
      switch request.path {
      case "/v1/menu":
        let fulfilment = request.query["fulfilment"] ?? "delivery"
        return try answer(request, "\(state.revision)-\(context.language)-\(fulfilment)") {
          try menu(state, context.language, fulfilment)
        }
      case "/v1/menu/stops":
        return try answer(request, "\(state.stopRevision)") {
          try JSONEncoder().encode(StopList(revision: state.stopRevision, stops: state.stops))
        }
      default:
        return HTTPResponse(status: 404, body: Data())
      }
    } catch {
      return HTTPResponse(status: 500, body: Data("\(error)".utf8))
    }
  }

  private func answer(
    _ request: HTTPRequest, _ version: String, body: () throws -> Data
  ) throws -> HTTPResponse {
    let etag = ETag(rawValue: "\"\(version)\"")
    if let etag, request.precondition == .hasChanged(since: etag) {
      return HTTPResponse(status: 304, body: Data(), etag: etag)
    }
    return HTTPResponse(status: 200, body: try body(), etag: etag)
  }

  private func menu(_ state: State, _ language: String, _ fulfilment: String) throws -> Data {
    var document = try JSONSerialization.jsonObject(with: menu) as? [String: Any] ?? [:]
    for edit in state.edits { try edit.apply(to: &document) }
    document["revision"] = state.revision
    let picked = Self.pick(document, language, fulfilment)
    return try JSONSerialization.data(withJSONObject: picked, options: .sortedKeys)
  }

  /// Selects one language of each name and one fulfillment of each price.
  private static func pick(_ value: Any, _ language: String, _ fulfilment: String) -> Any {
    if let elements = value as? [Any] { return elements.map { pick($0, language, fulfilment) } }
    guard let members = value as? [String: Any] else { return value }
    if let text = members[language] ?? members["ru"] as? String { return text }
    if let price = members[fulfilment] ?? members["delivery"] as? NSNumber { return price }
    return members.mapValues { pick($0, language, fulfilment) }
  }

  private struct StopList: Encodable {
    let revision: Int
    let stops: [Stop]
  }
}
