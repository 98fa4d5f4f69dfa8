import Foundation
import OrderRating
import OrderRatingServerModel
@_spi(SettledCity) import Networking

/// What this showcase has eaten: finished orders, in place of a history of orders.
///
/// It also plays the part of the module that settles cities.
enum Kitchen {
  static let city: RequestContext = {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("Almaty is a city")
    }
    return context
  }()

  /// Noon of a day in spring, at the server.
  static let noon = 1_778_745_600

  /// Brought at noon.
  static let lunch = order("1041", .delivery, ["Margherita 30 cm", "Cola 0.5 l"])
  /// Fetched an hour later.
  static let coffee = order("1042", .pickup, ["Cappuccino", "Cheesecake"], after: 3_600)

  /// An order that was finished so many seconds after noon.
  static func order(
    _ id: String, _ fulfilment: RatableOrder.Fulfilment, _ names: [String], after seconds: Int = 0
  ) -> RatableOrder {
    RatableOrder(
      id, fulfilment,
      lines: names.enumerated().map { .init("\($0 + 1)", name: $1) },
      finishedAt: Date(timeIntervalSince1970: Double(noon + seconds)))
  }

  /// A picture of so many bytes that a decoder would not like, and nobody here decodes.
  static func photo(_ size: Int = 240_000) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 0x5A, count: size - 6) + Data([0xFF, 0xD9])
  }
}

extension RatableOrder {
  /// What a server knows of it.
  func atServer(closesAt: Int) -> ReviewServerModel.Order {
    ReviewServerModel.Order(
      fulfilment: fulfilment.rawValue, lines: lines.map(\.id), closesAt: closesAt)
  }
}
