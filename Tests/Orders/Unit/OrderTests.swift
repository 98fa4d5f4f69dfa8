import Commerce
import Foundation
import OrdersTestSupport
import Sandbox
import Testing

@testable import Orders

struct OrderTests {
  @Test func `Every known status is read from its name, and only the last three are final`() {
    let names = [
      "created", "confirmed", "inPreparation", "readyForPickup", "inTransit", "fulfilled",
      "rejected", "cancelled", "beingPhotographed",
    ]
    let statuses = names.map(OrderStatus.init(rawValue:))
    #expect(
      statuses == [
        .created, .confirmed, .inPreparation, .readyForPickup, .inTransit, .fulfilled, .rejected,
        .cancelled, .unknown("beingPhotographed"),
      ])
    #expect(statuses.map(\.rawValue) == names)
    #expect(statuses.filter(\.isFinal) == [.fulfilled, .rejected, .cancelled])
  }

  @Test func `A state finds an order by its id among the active and the finished ones`() throws {
    let orders = try (1...4).map { try Order("N-\($0)", of: .snack) }
    var state = OrdersState()
    (state.active, state.finished) = (Array(orders[..<2]), Array(orders[2...]))
    for order in orders { #expect(state.order(order.id) == order) }
    #expect(state.order("N-5") == nil)
  }

  @Test func `A snapshot cuts long names`() throws {
    let sample = try Order.sample()
    let text = String(repeating: "a", count: 300)
    let order = Order(
      id: "N-1", number: text, city: sample.city, status: .unknown(text),
      fulfillment: OrderFulfillment(FulfillmentMethod(rawValue: text), place: "home"),
      restaurant: OrderRestaurant(id: "unit", name: text, address: nil),
      courier: OrderCourier(name: text, phone: nil),
      lines: sample.lines, totals: sample.totals)

    let snapshot = OrderSnapshot(order)

    #expect(snapshot.number.count == 64)
    #expect(snapshot.status.rawValue.count == 64 && snapshot.method.count == 64)
    #expect(snapshot.restaurant?.count == 200 && snapshot.courier?.count == 200)
    #expect(try JSONEncoder().encode(snapshot).count < 1_024)
  }

  @Test func `A snapshot leaves out a time that is no number`() throws {
    var order = try Order.sample()
    for time in [Double.nan, .infinity, -.infinity, 1e300] {
      let date = Date(timeIntervalSince1970: time)
      order.promised = OrderInterval(from: date, to: date)
      let snapshot = OrderSnapshot(order)
      #expect(snapshot.promisedFrom == nil && snapshot.promisedTo == nil)
    }
  }

  @Test(
    arguments: [
      ("a", 200), (" ", 200), ("ж", 100), ("\"", 100), ("\\", 100), ("/", 100), ("\u{1F}", 33),
    ])
  func `A snapshot has as many characters of a name as fit into 200 bytes of JSON`(
    character: String, count: Int
  ) throws {
    var order = try Order.sample()
    order.restaurant = OrderRestaurant(
      id: "unit", name: String(repeating: character, count: 300), address: nil)

    let name = try #require(OrderSnapshot(order).restaurant)

    #expect(name.count == count)
    #expect((195...200).contains(try JSONEncoder().encode(name).count - 2))
  }
}
