@testable import Sync
import SyncTestSupport

/// A server with entities, revisions, and a table of idempotency keys.
struct SimulatedServer {
  /// A request on the wire.
  struct Request: Sendable {
    let number: Int
    let key: String
    let change: SimulatedChange
    let serverID: String?
    /// The content that every repetition must equal.
    let bytes: String
  }

  enum Answer: Sendable {
    case applied(serverID: String?, revision: Int)
    case conflict(revision: Int)
    case refused
    case unauthorized
    case busy(retryAfter: Duration?)
    /// The device reports that it has no connection.
    case unsent
    /// No response, or one that cannot be decoded.
    case nothing
  }

  struct Entity: Sendable, Equatable {
    var serverID: String
    var quantity: Int
  }

  private(set) var entities: [Lane: Entity] = [:]
  private(set) var revision = 0
  /// The entities at each revision, used for responses of a lagging replica.
  private(set) var history: [[Lane: Entity]] = [[:]]
  private var table: [String: (bytes: String, answer: Answer)] = [:]
  /// The number of times that each operation was applied.
  private(set) var applications: [Int: Int] = [:]

  /// Returns whether a key has a final response.
  func knows(_ key: String) -> Bool { table[key] != nil }

  /// Returns the content of the first request under a key.
  func bytes(of key: String) -> String? { table[key]?.bytes }

  /// Answers a request.
  ///
  /// The first response under a key is final: repetitions get the same one.
  mutating func answer(_ request: Request, isChangedElsewhere: Bool) -> Answer {
    if let known = table[request.key] { return known.answer }
    let answer = isChangedElsewhere ? touch() : apply(request)
    table[request.key] = (request.bytes, answer)
    return answer
  }

  private mutating func touch() -> Answer {
    commit()
    return .conflict(revision: revision)
  }

  private mutating func apply(_ request: Request) -> Answer {
    let (lane, change) = (request.change.lane, request.change)
    let found = entities[lane].flatMap { entity in
      request.serverID == nil || request.serverID == entity.serverID ? entity : nil
    }
    let (quantity, isAccepted) = change.result(on: found?.quantity)
    guard isAccepted else { return .refused }
    for number in change.numbers { applications[number, default: 0] += 1 }
    let serverID = found?.serverID ?? "s\(revision)"
    entities[lane] = quantity.map { Entity(serverID: serverID, quantity: $0) }
    commit()
    return .applied(serverID: quantity == nil ? nil : serverID, revision: revision)
  }

  private mutating func commit() {
    revision += 1
    history.append(entities)
  }
}
