import Networking
import Pricing

/// The body of a response with a cart; amounts are minor units of the cart's currency.
struct CartDocument: Decodable {
  struct Line: Decodable {
    let kind: String
    let id: String
    let item: CartItem
    let quantity: Int
    let unitPrice: Int64
    let total: Int64
    let discounts: [Discount]
    let final: Int64
    let problems: [Problem]
  }

  struct Discount: Decodable {
    let code: String
    let amount: Int64
  }

  struct Problem: Decodable {
    let code: String
    let text: String?
    /// The available quantity, for a problem with the quantity; `nil` for any other problem.
    let limit: Int?
  }

  struct Promo: Decodable {
    let code: String
    let status: String
    let text: String?
    /// The discount of the promo code; `nil` for none.
    let amount: Int64?
    /// The amount that is missing to reach the code's minimum; `nil` if the minimum is reached.
    let missing: Int64?
  }

  struct Fee: Decodable {
    let kind: String
    let amount: Int64
  }

  struct Totals: Decodable {
    let items: Int64
    let discounts: [Discount]
    let discount: Int64
    let due: Int64
  }

  let id: String
  let version: Int
  let city: CityID
  let currency: String
  let fulfillment: CartFulfillment?
  let lines: [Line]
  let promos: [Promo]
  let fees: [Fee]
  let totals: Totals
  let minimum: Int64
  let problems: [Problem]

  private enum CodingKeys: String, CodingKey {
    case id, version, city, currency, lines, promos, fees, totals, minimum, problems
    case fulfillment = "fulfilment"
  }
}

/// The server's cart, after validation.
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
  /// The minimum value of an order of this cart.
  let minimum: Money
  let problems: [CartProblem]

  /// Returns the quantity of a line; 0 if the cart does not contain the line.
  func quantity(of line: CartLine.ID) -> Int {
    lines.first { $0.id == line }?.quantity ?? 0
  }

  /// The totals of the cart, computed from the prices of all lines and from all fees.
  var totals: CartTotals {
    CartTotals(
      lines, fees: fees, in: currency, isEstimate: problems.contains(.sumsDiffer))
  }
}
