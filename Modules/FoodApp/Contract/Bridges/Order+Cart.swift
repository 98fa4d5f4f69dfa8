public import Cart
import Commerce
import Foundation
public import OrderRating
public import Orders

// Converts placed orders of the cart to orders of the tracker, and orders of the tracker to values for
// reviews. An app can copy this file and change it.

extension Order {
  /// Creates an order from a placed order of the cart.
  ///
  /// Returns `nil` while the server has not confirmed the order, and if the order has no lines. The ids of
  /// the lines are their numbers from 1. An order without a chosen fulfillment is a delivery without a place,
  /// and sums that the cart did not show are zero.
  public init?(_ placed: PlacedOrder) {
    guard let id = placed.serverID, let first = placed.lines.first else { return nil }
    let none = Money.zero(first.price.unit.currency)
    self.init(
      id: id, key: placed.id, number: placed.number, city: placed.city,
      fulfillment: OrderFulfillment(
        placed.fulfillment?.method ?? .delivery, place: placed.fulfillment?.place ?? ""),
      lines: placed.lines.enumerated().map { index, line in
        OrderLine(
          id: "\(index + 1)", kind: OrderLine.Kind(rawValue: line.kind.rawValue),
          line.item.configuration, name: line.item.name, variantName: line.item.variantName,
          details: line.item.details, image: line.item.image, quantity: line.quantity,
          unitPrice: line.price.unit, total: line.price.total,
          discount: Money(line.price.total.minorUnits - line.price.final.minorUnits, none.currency))
      },
      totals: OrderTotals(
        items: placed.totals?.items ?? none, discount: placed.totals?.discount ?? none,
        fees: placed.totals?.fees ?? [], due: placed.totals?.due ?? none))
  }
}

extension RatableOrder {
  /// Creates an order that can be reviewed, from an order of the tracker.
  ///
  /// Only an order with the status `fulfilled` has a time in `finishedAt`, so the user is not prompted to
  /// rate any other order. If the server has not told the time, it is the end of the promised interval, or
  /// else the time at which the order was placed.
  public init(_ order: Order) {
    let names = order.lines.map(\.name)
    self.init(
      order.id, order.fulfillment.method,
      lines: order.lines.map { line in
        // The choices tell lines of one name apart, such as a small and a large pizza.
        let isUnique = names.count { $0 == line.name } == 1
        let choices = isUnique ? [] : [line.variantName].compactMap(\.self) + line.details
        return .init(line.id, name: ([line.name] + choices).joined(separator: ", "))
      },
      finishedAt: order.status == .fulfilled
        ? order.finishedAt ?? order.promised?.to ?? order.createdAt ?? .distantPast : nil)
  }
}
