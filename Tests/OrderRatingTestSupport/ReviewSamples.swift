public import Foundation
public import OrderRating
public import OrderRatingServerModel

extension RatableOrder {
  /// A delivery of two lines, finished first.
  public static let first = sample("order-1", finished: 1_000)
  /// A pickup, finished later.
  public static let second = sample("order-2", .pickup, finished: 2_000)
  /// A delivery, finished last.
  public static let third = sample("order-3", finished: 3_000)
  /// One that the kitchen still has.
  public static let unfinished = sample("order-4", finished: nil)
  /// One that the server knows nothing of.
  public static let foreign = sample("order-99", finished: 4_000)

  /// An order of a pizza and a cola.
  public static func sample(
    _ id: String, _ fulfilment: Fulfilment = .delivery, finished: Int?
  ) -> RatableOrder {
    RatableOrder(
      id, fulfilment,
      lines: [Line("l-1", name: "Margherita"), Line("l-2", name: "Cola")],
      finishedAt: finished.map {
        Date(timeIntervalSince1970: Double(ReviewServerModel().now - 10_000 + $0))
      })
  }
}

extension ReviewServerModel {
  /// Four orders, each of which can be rated for a day.
  public static var sample: ReviewServerModel {
    var model = ReviewServerModel()
    for order in [RatableOrder.first, .second, .third, .unfinished] { model.add(order) }
    return model
  }

  /// Makes an order one of this user's.
  public mutating func add(_ order: RatableOrder, window: Int = 86_400) {
    orders[order.id] = Order(
      fulfilment: order.fulfilment.rawValue, lines: order.lines.map(\.id), closesAt: now + window)
  }
}

extension Data {
  /// A photo of so many bytes, as far as anyone here looks.
  public static func jpeg(_ size: Int = 64, _ mark: UInt8 = 1) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: mark, count: size)
  }
}
