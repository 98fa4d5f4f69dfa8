import CartServerModel
import GRDB
import Networking

/// All carts: the model that tests and the showcase know, over a log of what it was told.
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

  /// Answers a request; `nil` when it is none.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(request, as: .change(request), hasAnswered: hasAnswered)
  }

  /// Whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { log.look { $0.hasAnswered(key) } }

  /// Changes prices, and with them the version of every cart.
  func set(_ prices: [String: Int64?]) async throws -> Int {
    _ = try await log.write(.prices(prices))
    return log.look { $0.revision }
  }

  /// The orders that were placed, in order.
  var orders: [CartServerModel.Order] { log.look { $0.placed } }
}

/// Something that changes carts.
enum CartEvent: Codable, Sendable {
  case change(AppRequest)
  /// What has no price is not sold any more.
  case prices([String: Int64?])
}
