import Foundation
import OpenAPIChecker
import Sandbox

extension Client {
  /// Adds an order that can be rated until a time.
  @discardableResult
  func finish(_ order: String, closesAt: Int = 4_000_000_000) async throws -> RecordedAnswer {
    try await send(
      "PUT", "/admin/orders/\(order)",
      body: "{\"fulfilment\":\"delivery\",\"lines\":[\"1\"],\"closesAt\":\(closesAt)}")
  }

  /// Fetches the rating form of an order.
  func form(of order: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/orders/\(order)/rating-form", headers.merging(Self.city) { $1 })
  }

  /// Sends a review of an order under a key.
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

  /// Requests the size of a photo.
  func photo(_ id: String, _ headers: [String: String] = [:]) async throws -> RecordedAnswer {
    try await send("GET", "/v1/review-photos/\(id)", headers.merging(Self.city) { $1 })
  }

  /// Returns all accepted reviews and photos.
  func arrived() async throws -> Arrived {
    try await send("GET", "/admin/reviews").json(as: Arrived.self)
  }

  private static func change(_ key: String) -> [String: String] {
    city.merging(["Idempotency-Key": "\"\(key)\""]) { $1 }
  }
}

/// The server's reviews and photos.
struct Arrived: Decodable, Equatable {
  let reviews: [String: ReviewView]
  let photos: [String: Data]
  let arrivals: [String]
}
