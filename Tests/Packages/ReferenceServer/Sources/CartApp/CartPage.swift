import Cart
import Pricing

/// The displayed cart.
struct CartPage: Encodable {
  let cart: String
  /// The quantities of the pizzas, by the number of their units of cheese.
  let lines: [String: Int]
  let finals, fees, due: Int64

  /// Creates the page of a state; `nil` if the state has no cart or no totals.
  init?(_ state: CartState) {
    guard let cart = state.id, let totals = state.totals else { return nil }
    self.cart = cart
    lines = Dictionary(
      state.lines.map { ("\($0.item.configuration.modifiers.first?.count ?? 0)", $0.quantity) },
      uniquingKeysWith: +)
    finals = state.lines.reduce(0) { $0 + $1.price.final.minorUnits }
    fees = totals.fees.reduce(0) { $0 + $1.amount.minorUnits }
    due = totals.due.minorUnits
  }
}
