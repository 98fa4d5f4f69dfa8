import Foundation
import GRDB
import Networking
import Synchronization

/// A server's model over a log of what it was told.
///
/// The log is what is kept. From it the model is made anew at the start, with every answer that was
/// given, so a kill loses nothing and no rule is written twice.
final class EventLog<Model: Sendable, Event: Codable & Sendable>: Sendable {
  private let pool: DatabasePool
  private let table: String
  private let model: Mutex<Model>
  private let play: @Sendable (inout Model, Event) -> HTTPResponse?

  /// Plays what was kept in a table; `play` lets one event happen, and answers it if it is a request.
  init(
    _ table: String, in pool: DatabasePool, of model: sending Model,
    play: @escaping @Sendable (inout Model, Event) -> HTTPResponse?
  ) throws {
    self.pool = pool
    self.table = table
    self.model = Mutex(model)
    self.play = play
    let lines = try pool.read { database in
      try Data.fetchAll(database, sql: "SELECT event FROM \(table) ORDER BY number")
    }
    for line in lines {
      let event = try JSONDecoder().decode(Event.self, from: line)
      self.model.withLock { _ = play(&$0, event) }
    }
  }

  static func make(_ table: String, in database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE \(table) (number INTEGER PRIMARY KEY, event BLOB NOT NULL)")
  }

  /// Looks at the model.
  func look<Result: Sendable>(_ body: (inout Model) -> sending Result) -> sending Result {
    model.withLock(body)
  }

  /// Answers a request, which is an event of this log if it changes anything.
  ///
  /// A change is in the log before anyone hears of it; one that has been answered is not there twice.
  ///
  /// - Returns: `nil` when the request is none.
  func answer(
    _ request: AppRequest, as event: Event, hasAnswered: (_ key: String) -> Bool
  ) async throws -> HTTPResponse? {
    guard request.asked != nil else { return nil }
    guard let key = request.key, !hasAnswered(key) else {
      return model.withLock { play(&$0, event) }
    }
    return try await write(event)
  }

  /// Keeps an event, then lets it happen: one after the other, so both have the same order.
  func write(_ event: Event) async throws -> HTTPResponse? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO \(table) (event) VALUES (?)", arguments: [line])
      return model.withLock { play(&$0, event) }
    }
  }
}
