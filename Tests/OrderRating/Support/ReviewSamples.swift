public import Commerce
public import Foundation
public import OrderRating
public import Sandbox

extension RatableOrder {
  /// A delivery of two lines, which was finished before the other orders.
  public static let first = sample("order-1", finished: 1_000)
  /// A pickup, finished after the first order.
  public static let second = sample("order-2", .pickup, finished: 2_000)
  /// A delivery, finished last.
  public static let third = sample("order-3", finished: 3_000)
  /// An order that the user has not received yet.
  public static let unfinished = sample("order-4", finished: nil)
  /// An order that the server does not have.
  public static let foreign = sample("order-99", finished: 4_000)

  /// Returns an order of a pizza and a cola.
  public static func sample(
    _ id: String, _ fulfillment: FulfillmentMethod = .delivery, finished: Int?
  ) -> RatableOrder {
    RatableOrder(
      id, fulfillment,
      lines: [Line("l-1", name: "Margherita"), Line("l-2", name: "Cola")],
      finishedAt: finished.map {
        Date(timeIntervalSince1970: Double(ReviewServerModel().now - 10_000 + $0))
      })
  }
}

extension ReviewServerModel {
  /// A server with four orders, each of which can be rated for a day.
  public static var sample: ReviewServerModel {
    var model = ReviewServerModel()
    for order in [RatableOrder.first, .second, .third, .unfinished] { model.add(order) }
    return model
  }

  /// Adds an order of the user, which can be rated for `window` seconds.
  public mutating func add(_ order: RatableOrder, window: Int = 86_400) {
    orders[order.id] = Order(
      fulfilment: order.fulfillment.rawValue, lines: order.lines.map(\.id), closesAt: now + window)
  }
}

extension Data {
  /// Returns the first bytes of a JPEG and `size` other ones, which no decoder accepts.
  public static func jpeg(_ size: Int = 64, _ mark: UInt8 = 1) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: mark, count: size)
  }
}
