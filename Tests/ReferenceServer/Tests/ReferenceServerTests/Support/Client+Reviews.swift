import Foundation
import OpenAPIChecker
import OrderRatingServerModel

extension Client {
  /// Makes an order one that can be rated until then.
  @discardableResult
  func finish(_ order: String, closesAt: Int = 4_000_000_000) async throws -> RecordedAnswer {
    try await send(
      "PUT", "/admin/orders/\(order)",
      body: "{\"fulfilment\":\"delivery\",\"lines\":[\"1\"],\"closesAt\":\(closesAt)}")
  }

  /// Asks for the form of an order.
  func form(of order: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/orders/\(order)/rating-form", headers.merging(Self.city) { $1 })
  }

  /// Rates an order under a key.
  func rate(
    _ order: String, key: String, review: String = "r", stars: Int = 4, photos: [String] = [],
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    let photos = photos.map { "\"\($0)\"" }.joined(separator: ",")
    return try await send(
      "PUT", "/v1/orders/\(order)/review", headers.merging(Self.change(key)) { $1 },
      body: """
        {"id":"\(review)","photos":[\(photos)],"marks":[
          {"subject":"food","stars":\(stars),"tags":[]}]}
        """)
  }

  /// Sends a photo under a key.
  func sendPhoto(
    _ id: String, key: String, _ bytes: Data = Data([0xFF, 0xD8, 0xFF, 1]),
    _ headers: [String: String] = [:]
  ) async throws -> RecordedAnswer {
    try await send(
      "PUT", "/v1/review-photos/\(id)",
      headers.merging(Self.change(key)) { $1 }.merging(["Content-Type": "image/jpeg"]) { $1 },
      bytes: bytes)
  }

  /// Asks whether a photo is there.
  func photo(_ id: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/review-photos/\(id)", headers.merging(Self.city) { $1 })
  }

  /// All that has arrived.
  func arrived() async throws -> Arrived {
    try await send("GET", "/admin/reviews").json(as: Arrived.self)
  }

  private static func change(_ key: String) -> [String: String] {
    city.merging(["Idempotency-Key": "\"\(key)\""]) { $1 }
  }
}

/// What the server has of reviews.
struct Arrived: Decodable, Equatable {
  let reviews: [String: ReviewView]
  let photos: [String: Data]
  let arrivals: [String]
}
