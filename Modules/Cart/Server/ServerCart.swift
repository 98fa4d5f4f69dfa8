import Networking
import Pricing

/// The server's cart, validated.
struct ServerCart: Sendable, Equatable {
  let id: String
  /// The version, which increases with each change of the cart.
  let version: Int
  let city: CityID
  let currency: CurrencyCode
  let fulfillment: CartFulfillment?
  let lines: [CartLine]
  let promos: [CartPromo]
  let fees: [CartTotals.Fee]
  /// The minimum order value.
  let minimum: Money
  let problems: [CartProblem]

  /// The quantity of a line.
  func quantity(of line: CartLine.ID) -> Int {
    lines.first { $0.id == line }?.quantity ?? 0
  }

  /// The sums of the lines.
  var totals: CartTotals {
    CartTotals(
      lines, fees: fees, in: currency, isEstimate: problems.contains(.sumsDiffer))
  }
}
