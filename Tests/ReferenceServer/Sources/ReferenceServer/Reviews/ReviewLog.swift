import Foundation
import GRDB
import Networking
import Sandbox

/// The server's reviews and photos: the shared server model over an event log.
///
/// Each event contains its time, because late reviews are rejected.
struct ReviewLog: Sendable {
  private let log: EventLog<ReviewServerModel, ReviewEvent>

  static func make(in database: Database) throws {
    try EventLog<ReviewServerModel, ReviewEvent>.make("review", in: database)
  }

  init(in pool: DatabasePool) throws {
    log = try EventLog("review", in: pool, of: ReviewServerModel()) { model, event in
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

  /// Answers a request; returns `nil` if the request is invalid.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(request, as: .change(request, at: Self.now), hasAnswered: hasAnswered)
  }

  /// Returns whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { log.look { $0.hasAnswered(key) } }

  /// Adds an order that can be rated, or replaces its data.
  func set(_ order: ReviewServerModel.Order, as id: String) async throws {
    _ = try await log.write(.order(id, order))
  }

  /// The accepted reviews and photos.
  var arrived: Arrived { log.look { Arrived($0) } }

  private static var now: Int { Int(Date.now.timeIntervalSince1970) }
}

/// An event that changes orders, reviews, or photos.
enum ReviewEvent: Codable, Sendable {
  /// A request with its time in seconds since 1970, which can change the outcome.
  case change(AppRequest, at: Int)
  /// The data of an order that can be rated.
  case order(String, ReviewServerModel.Order)
}

extension ReviewLog {
  /// The accepted reviews and photos, for a test's comparison.
  struct Arrived: Encodable, Sendable {
    /// The accepted reviews, by order.
    let reviews: [String: ReviewView]
    /// The photos' content, by ID.
    let photos: [String: Data]
    /// The IDs of accepted orders and photos, in the sequence of arrival.
    let arrivals: [String]

    init(_ model: ReviewServerModel) {
      reviews = model.reviews
      photos = model.photos
      arrivals = model.arrivals
    }
  }
}
