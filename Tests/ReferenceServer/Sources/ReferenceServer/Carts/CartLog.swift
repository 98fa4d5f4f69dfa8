import GRDB
import Networking
import Sandbox

/// The server's carts: the shared server model over an event log.
struct CartLog: Sendable {
  private let log: EventLog<CartServerModel, CartEvent>

  static func make(in database: Database) throws {
    try EventLog<CartServerModel, CartEvent>.make("cart", in: database)
  }

  init(in pool: DatabasePool) throws {
    log = try EventLog("cart", in: pool, of: .shop) { model, event in
      switch event {
      case .change(let request): return request.asked.map { model.answer($0) }
      case .prices(let prices):
        model.setPrices(prices)
        return nil
      }
    }
  }

  /// Answers a request; returns `nil` if the request is invalid.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(request, as: .change(request), hasAnswered: hasAnswered)
  }

  /// Returns whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { log.look { $0.hasAnswered(key) } }

  /// Sets prices, which gives every cart a new version, and returns the new revision.
  func set(_ prices: [String: Int64?]) async throws -> Int {
    _ = try await log.write(.prices(prices))
    return log.look { $0.revision }
  }

  /// The orders in the sequence of placing.
  var orders: [CartServerModel.Order] { log.look { $0.placed } }
}

/// An event that changes carts.
enum CartEvent: Codable, Sendable {
  case change(AppRequest)
  /// New prices; `nil` ends the sale.
  case prices([String: Int64?])
}
