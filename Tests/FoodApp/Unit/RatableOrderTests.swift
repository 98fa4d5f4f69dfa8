import Commerce
import FoodApp
import Foundation
import OrderRating
import Testing

@testable import Orders

struct RatableOrderTests {
  @Test func `A received order can be rated, although the server has not told when it arrived`()
    throws
  {
    let none = Money.zero(try #require(CurrencyCode(rawValue: "KZT")))
    var order = Order(
      id: "1", city: 1, fulfillment: OrderFulfillment(.delivery, place: ""), lines: [],
      totals: OrderTotals(items: none, discount: none, due: none))
    #expect(RatableOrder(order).finishedAt == nil)
    order.status = .fulfilled
    #expect(RatableOrder(order).finishedAt == .distantPast)
    let times = (1...3).map { Date(timeIntervalSince1970: Double($0)) }
    order.createdAt = times[0]
    #expect(RatableOrder(order).finishedAt == times[0])
    order.promised = OrderInterval(from: times[0], to: times[1])
    #expect(RatableOrder(order).finishedAt == times[1])
    order.finishedAt = times[2]
    #expect(RatableOrder(order).finishedAt == times[2])
  }
}
