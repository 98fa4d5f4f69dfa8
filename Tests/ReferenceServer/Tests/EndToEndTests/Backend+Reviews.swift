import Foundation
import OrderRatingServerModel

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Backend {
  /// Lets three of ten requests go wrong, but says of no order that it has been rated: 409 comes with
  /// a time to come back.
  func goWrongWithReviews(seed: UInt64) async throws {
    try await goWrong(seed: seed, conflict: "409=0")
  }

  /// Makes an order one that can be rated for a day.
  func finish(_ order: String) async throws {
    let facts = ReviewServerModel.Order(
      fulfilment: "delivery", lines: ["1"],
      closesAt: Int(Date.now.timeIntervalSince1970) + 86_400)
    let body = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try await put("admin/orders/\(order)", body)
  }

  /// All reviews and photos that have arrived.
  func arrived() async throws -> Arrived {
    let (body, _) = try await URLSession.shared.data(from: url.appending(path: "admin/reviews"))
    return try JSONDecoder().decode(Arrived.self, from: body)
  }
}

/// What the server has of reviews.
struct Arrived: Decodable {
  let reviews: [String: ReviewView]
  let photos: [String: Data]
  let arrivals: [String]

  /// The name that is in the bytes of a photo.
  func name(of photo: String) -> String? {
    photos[photo]?.dropFirst(4).split(separator: UInt8(ascii: "\n")).first.map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
