@_spi(SettledCity) import Networking
import Sync

/// Lines that only this app changes: the stored base is their server IDs.
struct LineModel: OptimisticModel {
  typealias Failure = LineError

  let transport: any Transport

  func state(of snapshot: OptimisticSnapshot<[LineID], LineChange>) -> LineState {
    LineState(
      isLoaded: snapshot.sync.isLoaded,
      pending: (snapshot.pending + snapshot.contained).map(\.id),
      refused: snapshot.pending.filter { $0.refusal != nil }.map(\.id))
  }

  func send(
    _ outgoing: OutgoingChange<LineChange>, on ids: [LineID], in context: RequestContext
  ) async -> SendOutcome<LineChange, [LineID]> {
    let change = outgoing.change
    // A repetition has to equal the first request, so a creation stays a POST when the ID is known.
    let known = ids.first { $0.id == change.line && $0.madeBy != outgoing.key }?.serverID
    let body: HTTPRequest.Body
    do throws(UnusableBody) { body = try .json(["quantity": change.quantity]) } catch {
      return .rejected(error.reason)
    }
    var request = HTTPRequest(
      known == nil ? .post(body) : .put(body), known.map { "/v1/lines/\($0)" } ?? "/v1/lines",
      in: context)
    request.idempotencyKey = IdempotencyKey(rawValue: outgoing.key)
    let answer = await transport.answer(to: request)
    return SendOutcome(answer) { response throws(UnusableBody) in
      let made = try response.json(ServerLine.self)
      return ServerUpdate { ids in
        guard !ids.contains(where: { $0.id == change.line }) else { return }
        ids.append(LineID(id: change.line, serverID: made.id, madeBy: outgoing.key))
      }
    } refused: { problem in
      if case .conflict = answer { return .conflict(rebased: change, ServerUpdate()) }
      return .rejected("\(problem)")
    }
  }
}

/// The changes that the server has not applied or whose result is not stored.
struct LineState: Sendable, Equatable {
  var isLoaded = false
  var pending: [Int] = []
  var refused: [Int] = []
}

/// An error of a call.
enum LineError: SyncFailure, Equatable {
  case sync(SyncError)
}

/// The server's ID of a line, and the key of the change that created the line.
struct LineID: Codable, Identifiable, Sendable, Equatable {
  let id: Int
  let serverID: String
  let madeBy: String
}

/// A line in the server's wire format.
private struct ServerLine: Decodable {
  let id: String
}

extension RequestContext {
  /// A city, which the server's lines do not depend on.
  static var almaty: RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("KZ can be sent")
    }
    return context
  }
}
