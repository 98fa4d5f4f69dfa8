import Commerce
import Foundation
import Networking
import OrderRating
import Sandbox

/// Finished orders in a fixed city.
///
/// The showcase uses neither the module `Orders` nor the module `Cities`.
enum SampleOrders {
  static let city = RequestContext.demo("KZ", 1_526_384)

  /// The time at which ``lunch`` was finished, in seconds since 1970.
  ///
  /// It is 8:00 UTC on May 14, 2026, which is 13:00 in the city.
  static let lunchtime = 1_778_745_600

  /// A delivered order, finished at ``lunchtime``.
  static let lunch = order("1041", .delivery, ["Margherita 30 cm", "Cola 0.5 l"])
  /// An order that was picked up, finished an hour after ``lunchtime``.
  static let coffee = order("1042", .pickup, ["Cappuccino", "Cheesecake"], after: 3_600)

  /// Returns an order that was finished `seconds` after ``lunchtime``.
  ///
  /// `names` are the names of the ordered items.
  static func order(
    _ id: String, _ fulfillment: FulfillmentMethod, _ names: [String], after seconds: Int = 0
  ) -> RatableOrder {
    order(id, fulfillment, names, at: Date(timeIntervalSince1970: Double(lunchtime + seconds)))
  }

  /// Returns an order after `count` others, with another one of three contents.
  ///
  /// The id comes from the time. Therefore another order hardly ever has the same id, even an order of
  /// an earlier run.
  static func next(_ count: Int, finishedAt date: Date) -> RatableOrder {
    let dishes = [["Margherita 30 cm", "Cola 0.5 l"], ["Cappuccino", "Cheesecake"], ["Ramen"]]
    return order(
      String(Int(date.timeIntervalSince1970 * 1_000), radix: 36, uppercase: true),
      count % 2 == 0 ? .delivery : .pickup, dishes[count % dishes.count], at: date)
  }

  private static func order(
    _ id: String, _ fulfillment: FulfillmentMethod, _ names: [String], at date: Date
  ) -> RatableOrder {
    RatableOrder(
      id, fulfillment, lines: names.enumerated().map { .init("\($0 + 1)", name: $1) },
      finishedAt: date)
  }

  /// Returns test data of `size` bytes that begins and ends like a JPEG file.
  ///
  /// It contains no image, so no decoder accepts it.
  static func photo(_ size: Int = 240_000) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 0x5A, count: size - 6) + Data([0xFF, 0xD9])
  }
}

extension RatableOrder {
  /// Returns the order as the sandbox server stores it.
  ///
  /// `closesAt` is the time from which reviews are rejected, in seconds since 1970.
  func atServer(closesAt: Int) -> ReviewServerModel.Order {
    ReviewServerModel.Order(
      fulfilment: fulfillment.rawValue, lines: lines.map(\.id), closesAt: closesAt)
  }
}
