import Foundation
import GRDB
import Networking
import OrderRatingServerModel

/// All reviews and photos: the model that tests and the showcase know, over a log of what it was told.
///
/// The log also says when, since a review that comes too late is refused.
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

  /// Answers a request; `nil` when it is none.
  func answer(_ request: AppRequest) async throws -> HTTPResponse? {
    try await log.answer(request, as: .change(request, at: Self.now), hasAnswered: hasAnswered)
  }

  /// Whether a change under this key has been answered.
  func hasAnswered(_ key: String) -> Bool { log.look { $0.hasAnswered(key) } }

  /// Makes an order one that can be rated, or says anew until when.
  func set(_ order: ReviewServerModel.Order, as id: String) async throws {
    _ = try await log.write(.order(id, order))
  }

  /// All that has arrived.
  var arrived: Arrived { log.look { Arrived($0) } }

  private static var now: Int { Int(Date.now.timeIntervalSince1970) }
}

/// Something that changes what the server has of orders and their reviews.
enum ReviewEvent: Codable, Sendable {
  /// A change that came so many seconds after 1970: the same change is another one later.
  case change(AppRequest, at: Int)
  /// An order can be rated, and how.
  case order(String, ReviewServerModel.Order)
}

extension ReviewLog {
  /// What a test compares with.
  struct Arrived: Encodable, Sendable {
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
