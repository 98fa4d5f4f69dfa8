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

  @Test func `Lines of one name are told apart by their choices in a review`() throws {
    let none = Money.zero(try #require(CurrencyCode(rawValue: "KZT")))
    func line(_ id: String, _ name: String, _ size: String?, _ details: [String]) -> OrderLine {
      OrderLine(
        id: id, ItemConfiguration(product: name), name: name, variantName: size,
        details: details, image: nil, quantity: 1, unitPrice: none, total: none, discount: none)
    }
    let order = Order(
      id: "1", city: 1, fulfillment: OrderFulfillment(.delivery, place: ""),
      lines: [
        line("1", "Pizza", "Small", []), line("2", "Pizza", "Large", ["+ Cheese"]),
        line("3", "Meal", nil, ["Burger", "Fries", "Small"]),
        line("4", "Meal", nil, ["Burger", "Fries", "Large"]), line("5", "Tea", "Cup", ["− Sugar"]),
      ],
      totals: OrderTotals(items: none, discount: none, due: none))

    #expect(
      RatableOrder(order).lines.map(\.name) == [
        "Pizza, Small", "Pizza, Large, + Cheese", "Meal, Burger, Fries, Small",
        "Meal, Burger, Fries, Large", "Tea",
      ])
  }
}
