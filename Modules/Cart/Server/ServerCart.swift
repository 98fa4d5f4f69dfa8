import Networking
import Pricing

/// A cart as the server has it, made usable.
struct ServerCart: Sendable, Equatable {
  let id: String
  /// Grows with each change of the cart.
  let version: Int
  let city: CityID
  let currency: CurrencyCode
  let fulfillment: CartFulfillment?
  let lines: [CartLine]
  let promos: [CartPromo]
  let fees: [CartTotals.Fee]
  /// The smallest order.
  let minimum: Money
  let problems: [CartProblem]

  /// How many of a line there are.
  func quantity(of line: CartLine.ID) -> Int {
    lines.first { $0.id == line }?.quantity ?? 0
  }

  /// What it comes to, by its lines.
  var totals: CartTotals {
    CartTotals(
      lines, fees: fees, in: currency, isEstimate: problems.contains(.sumsDiffer))
  }
}
