import Foundation
import Networking
import OrderRating
import Sandbox

/// Samples of finished orders, in place of an order history and of the module that settles cities.
enum SampleOrders {
  static let city = RequestContext.demo("KZ", 1_526_384)

  /// The time of the first order in seconds since 1970: 2026-05-14, 8:00 UTC.
  static let noon = 1_778_745_600

  /// A delivery.
  static let lunch = order("1041", .delivery, ["Margherita 30 cm", "Cola 0.5 l"])
  /// A pickup, an hour later.
  static let coffee = order("1042", .pickup, ["Cappuccino", "Cheesecake"], after: 3_600)

  /// Returns an order that was finished this number of seconds after ``noon``.
  static func order(
    _ id: String, _ fulfillment: FulfillmentMethod, _ names: [String], after seconds: Int = 0
  ) -> RatableOrder {
    RatableOrder(
      id, fulfillment,
      lines: names.enumerated().map { .init("\($0 + 1)", name: $1) },
      finishedAt: Date(timeIntervalSince1970: Double(noon + seconds)))
  }

  /// Returns this number of bytes with the beginning and the end of a JPEG, which no decoder
  /// accepts.
  static func photo(_ size: Int = 240_000) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 0x5A, count: size - 6) + Data([0xFF, 0xD9])
  }
}

extension RatableOrder {
  /// Returns the server's form of the order.
  func atServer(closesAt: Int) -> ReviewServerModel.Order {
    ReviewServerModel.Order(
      fulfilment: fulfillment.rawValue, lines: lines.map(\.id), closesAt: closesAt)
  }
}
