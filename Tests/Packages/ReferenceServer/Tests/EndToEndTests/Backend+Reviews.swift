import Foundation
import Sandbox

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Backend {
  /// Makes about three of ten requests fail, with `Retry-After` on each 409.
  ///
  /// A 409 without it would mean that the order has been rated.
  func goWrongWithReviews(seed: UInt64) async throws {
    try await goWrong(seed: seed, conflict: "409=0")
  }

  /// Adds an order that can be rated for a day.
  func finish(_ order: String) async throws {
    let facts = ReviewServerModel.Order(
      fulfilment: "delivery", lines: ["1"],
      closesAt: Int(Date.now.timeIntervalSince1970) + 86_400)
    let body = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try await put("admin/orders/\(order)", body)
  }

  /// Returns all accepted reviews and photos.
  func arrived() async throws -> Arrived {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/reviews"))
    return try JSONDecoder().decode(Arrived.self, from: body)
  }
}

/// The server's reviews and photos.
struct Arrived: Decodable {
  let reviews: [String: ReviewView]
  let photos: [String: Data]
  let arrivals: [String]

  /// Returns the name contained in a photo's bytes.
  func name(of photo: String) -> String? {
    photos[photo]?.dropFirst(4).split(separator: UInt8(ascii: "\n")).first.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
