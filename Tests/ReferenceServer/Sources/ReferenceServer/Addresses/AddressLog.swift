import AddressesServerModel
import Foundation
import GRDB
import Networking
import Synchronization

/// All addresses: the model that tests and the showcase know, over a log of what it was told.
///
/// As with carts, the log is what is kept, and from it the model is made anew at the start.
final class AddressLog: Sendable {
  /// What a request is answered with.
  struct Answer: Sendable {
    let status: Int
    let body: Data
    /// Names the version of the list.
    let tag: String?
  }

  private struct State {
    var model = AddressesServerModel()
    var made: [MadeAddressChange] = []
  }

  private let pool: DatabasePool
  private let state = Mutex(State())

  /// Plays what was kept.
  init(in pool: DatabasePool) throws {
    self.pool = pool
    let lines = try pool.read { database in
      try Data.fetchAll(database, sql: "SELECT event FROM address ORDER BY number")
    }
    for line in lines { _ = play(try JSONDecoder().decode(AddressEvent.self, from: line)) }
  }

  static let table = "CREATE TABLE address (number INTEGER PRIMARY KEY, event BLOB NOT NULL)"

  /// Answers a request; a change is in the log before anyone hears of it.
  ///
  /// - Returns: `nil` when the request is none.
  func answer(_ request: AddressRequest) async throws -> Answer? {
    guard let asked = request.asked else { return nil }
    guard let key = request.key, !hasAnswered(key) else {
      return Answer(state.withLock { $0.model.answer(asked) })
    }
    return try await write(.change(request))
  }

  /// Whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { state.withLock { $0.model.hasAnswered(key) } }

  /// Says where nothing is brought any more, and with it makes another version of the list.
  func set(_ rules: AddressRules) async throws -> Int {
    _ = try await write(.rules(rules))
    return state.withLock { $0.model.list.revision }
  }

  /// Every change that was made, once, in order.
  var made: [MadeAddressChange] { state.withLock { $0.made } }

  /// Keeps an event, then lets it happen: one after the other, so both have the same order.
  private func write(_ event: AddressEvent) async throws -> Answer? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO address (event) VALUES (?)", arguments: [line])
      return play(event)
    }
  }

  private func play(_ event: AddressEvent) -> Answer? {
    state.withLock { state in
      switch event {
      case .change(let request):
        guard let asked = request.asked else { return nil }
        let before = state.model.list
        let answer = Answer(state.model.answer(asked))
        if let made = MadeAddressChange(request, before, state.model.list) {
          state.made.append(made)
        }
        return answer
      case .rules(let rules):
        state.model.closedCities = rules.closedCities
        state.model.farStreets = rules.farStreets
        return nil
      }
    }
  }
}

extension AddressLog.Answer {
  fileprivate init(_ response: HTTPResponse) {
    let tag = response.etag.map { String($0.rawValue.dropFirst().dropLast()) }
    self.init(status: response.status, body: response.body, tag: tag)
  }
}
