import Foundation
import GRDB
import Networking
import Synchronization

/// A server model whose events are stored in one SQLite file.
///
/// Only the events are stored. At the start the log rebuilds the model and all responses from them,
/// so a kill loses nothing and the model needs no storage code.
final class EventLog<Model: Sendable, Event: Codable & Sendable>: Sendable {
  private let pool: DatabasePool
  private let model: Mutex<Model>
  private let play: @Sendable (inout Model, Event) -> HTTPResponse?

  /// Opens the file, or creates it, and replays its events.
  ///
  /// `play` applies one event to the model and returns the response if the event is a request.
  init(
    file: String, of model: sending Model,
    play: @escaping @Sendable (inout Model, Event) -> HTTPResponse?
  ) throws {
    // A pool uses a write-ahead log with `synchronous` NORMAL, which survives a kill of the process.
    pool = try DatabasePool(path: file)
    self.model = Mutex(model)
    self.play = play
    let lines = try pool.write { database in
      try database.execute(
        sql: "CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, event BLOB NOT NULL)")
      return try Data.fetchAll(database, sql: "SELECT event FROM event ORDER BY number")
    }
    for line in lines {
      let event = try JSONDecoder().decode(Event.self, from: line)
      self.model.withLock { _ = play(&$0, event) }
    }
  }

  /// Calls a closure with the model under the lock.
  func look<Result: Sendable>(_ body: (inout Model) -> sending Result) -> sending Result {
    model.withLock(body)
  }

  /// Answers a request; a new change is stored as an event first.
  ///
  /// A change is in the log before its response is sent. A repetition of an answered change is not
  /// stored again.
  ///
  /// - Returns: `nil` if the request is invalid.
  func answer(
    _ request: AppRequest, as event: Event, isAnswered: Bool
  ) async throws -> HTTPResponse? {
    guard request.asked != nil else { return nil }
    guard request.key != nil, !isAnswered else { return model.withLock { play(&$0, event) } }
    return try await write(event)
  }

  /// Stores an event, then applies it.
  ///
  /// The database's single writer runs both, so events are applied in the order of the log.
  func write(_ event: Event) async throws -> HTTPResponse? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO event (event) VALUES (?)", arguments: [line])
      return model.withLock { play(&$0, event) }
    }
  }
}
