import CartServerModel
import Foundation
import GRDB
import Networking
import Synchronization

/// All carts: the model that tests and the showcase know, over a log of what it was told.
///
/// The log is what is kept. From it the model is made anew at the start, with every answer that was
/// given, so a kill loses nothing and no rule of the carts is written twice.
final class CartLog: Sendable {
  /// What a request is answered with.
  struct Answer: Sendable {
    let status: Int
    let body: Data
    /// Names the version of the cart.
    let tag: String?
  }

  private let pool: DatabasePool
  private let model = Mutex(CartServerModel.shop)

  /// Plays what was kept.
  init(in pool: DatabasePool) throws {
    self.pool = pool
    let lines = try pool.read { database in
      try Data.fetchAll(database, sql: "SELECT event FROM cart ORDER BY number")
    }
    for line in lines { _ = play(try JSONDecoder().decode(CartEvent.self, from: line)) }
  }

  static let table = "CREATE TABLE cart (number INTEGER PRIMARY KEY, event BLOB NOT NULL)"

  /// Answers a request; a change is in the log before anyone hears of it.
  ///
  /// - Returns: `nil` when the request is none.
  func answer(_ request: CartRequest) async throws -> Answer? {
    guard let asked = request.asked else { return nil }
    guard let key = request.key, !hasAnswered(key) else {
      return Answer(model.withLock { $0.answer(asked) })
    }
    return try await write(.change(request))
  }

  /// Whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { model.withLock { $0.hasAnswered(key) } }

  /// Changes prices, and with them the version of every cart.
  func set(_ prices: [String: Int64?]) async throws -> Int {
    _ = try await write(.prices(prices))
    return model.withLock { $0.revision }
  }

  /// The orders that were placed, in order.
  var orders: [CartServerModel.Order] { model.withLock { $0.placed } }

  /// Keeps an event, then lets it happen: one after the other, so both have the same order.
  private func write(_ event: CartEvent) async throws -> Answer? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO cart (event) VALUES (?)", arguments: [line])
      return play(event)
    }
  }

  private func play(_ event: CartEvent) -> Answer? {
    model.withLock { model in
      switch event {
      case .change(let request): return request.asked.map { Answer(model.answer($0)) }
      case .prices(let prices):
        model.setPrices(prices)
        return nil
      }
    }
  }
}

extension CartLog.Answer {
  fileprivate init(_ response: HTTPResponse) {
    let tag = response.etag.map { String($0.rawValue.dropFirst().dropLast()) }
    self.init(status: response.status, body: response.body, tag: tag)
  }
}
