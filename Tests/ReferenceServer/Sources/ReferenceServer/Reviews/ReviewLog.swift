import Foundation
import GRDB
import Networking
import OrderRatingServerModel
import Synchronization

/// All reviews and photos: the model that tests and the showcase know, over a log of what it was told.
///
/// As with carts, the log is what is kept, and the model is made anew from it with every answer that was
/// given. The log also says when, since a review that comes too late is refused.
final class ReviewLog: Sendable {
  private let pool: DatabasePool
  private let model = Mutex(ReviewServerModel())

  /// Plays what was kept.
  init(in pool: DatabasePool) throws {
    self.pool = pool
    let lines = try pool.read { database in
      try Data.fetchAll(database, sql: "SELECT event FROM review ORDER BY number")
    }
    for line in lines { _ = play(try JSONDecoder().decode(ReviewEvent.self, from: line)) }
  }

  static let table = "CREATE TABLE review (number INTEGER PRIMARY KEY, event BLOB NOT NULL)"

  /// Answers a request; a change is in the log before anyone hears of it.
  ///
  /// - Returns: `nil` when the request is none.
  func answer(_ request: ReviewRequest) async throws -> HTTPResponse? {
    guard let asked = request.asked else { return nil }
    guard let key = request.key, !hasAnswered(key) else {
      return model.withLock { model in
        model.now = Self.now
        return model.answer(asked)
      }
    }
    return try await write(.change(request, at: Self.now))
  }

  /// Whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { model.withLock { $0.hasAnswered(key) } }

  /// Makes an order one that can be rated, or says anew until when.
  func set(_ order: ReviewServerModel.Order, as id: String) async throws {
    _ = try await write(.order(id, order))
  }

  /// All that has arrived.
  var arrived: Arrived { model.withLock { Arrived($0) } }

  private static var now: Int { Int(Date.now.timeIntervalSince1970) }

  /// Keeps an event, then lets it happen: one after the other, so both have the same order.
  private func write(_ event: ReviewEvent) async throws -> HTTPResponse? {
    let line = try JSONEncoder().encode(event)
    return try await pool.writeWithoutTransaction { [self] database in
      try database.execute(sql: "INSERT INTO review (event) VALUES (?)", arguments: [line])
      return play(event)
    }
  }

  private func play(_ event: ReviewEvent) -> HTTPResponse? {
    model.withLock { model in
      switch event {
      case .change(let request, let now):
        model.now = now
        return request.asked.map { model.answer($0) }
      case .order(let id, let order):
        model.orders[id] = order
        return nil
      }
    }
  }
}

extension ReviewLog {
  /// What a test compares with.
  struct Arrived: Encodable {
    /// The reviews that count, by order.
    let reviews: [String: ReviewView]
    /// The bytes of photos by their ids.
    let photos: [String: Data]
    /// The ids of orders and photos, each when it was first taken.
    let arrivals: [String]

    init(_ model: ReviewServerModel) {
      reviews = model.reviews
      photos = model.photos
      arrivals = model.arrivals
    }
  }
}
