import Sync

/// A server with entities, revisions, and a table of the keys that it has answered.
struct SimulatedServer {
  /// A request as it is on the wire.
  struct Request: Sendable {
    let number: Int
    let key: String
    let change: SimulatedChange
    let serverID: String?
    /// What a repetition has to repeat byte by byte.
    let bytes: String
  }

  enum Answer: Sendable {
    case applied(serverID: String?, revision: Int)
    case conflict(revision: Int)
    case refused
    case unauthorized
    case busy(retryAfter: Duration?)
    /// The device has no connection, and knows it.
    case unsent
    /// Nothing that could be read.
    case nothing
  }

  struct Entity: Sendable, Equatable {
    var serverID: String
    var quantity: Int
  }

  private(set) var entities: [Lane: Entity] = [:]
  private(set) var revision = 0
  /// What a replica that is behind would answer, by revision.
  private(set) var history: [[Lane: Entity]] = [[:]]
  private var table: [String: (bytes: String, answer: Answer)] = [:]
  /// Under how many keys an operation was applied.
  private(set) var applications: [Int: Int] = [:]

  /// Whether a key has been answered for good.
  func knows(_ key: String) -> Bool { table[key] != nil }

  /// The bytes that came under a key first.
  func bytes(of key: String) -> String? { table[key]?.bytes }

  /// Answers; the final answer of a key is given again whenever the key comes again.
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
