import Commerce
import Networking

/// The body of a response with a cart; amounts are minor units of the cart's currency.
///
/// Only the id and the version are required. Any other part that cannot be read is left out, and is a problem
/// of the cart.
struct CartDocument: Decodable {
  struct Line: Decodable {
    let kind: Lossy<String>?
    let id: JSONValue?
    let item: Lossy<Item>?
    let quantity: Lossy<Int>?
    let unitPrice: Lossy<Amount>?
    let total: Lossy<Amount>?
    let discounts: LossyList<Discount>?
    let final: Lossy<Amount>?
    let problems: LossyList<Problem>?
  }

  /// An item as an app has added it.
  struct Item: Decodable {
    let configuration: Lossy<ItemConfiguration>?
    let city: Lossy<CityID>?
    let name: Lossy<String>?
    let variantName: Lossy<String>?
    let details: Lossy<[String]>?
    let image: Lossy<String>?
    let unitPrice: Lossy<Money>?
    let revision: Lossy<String>?
  }

  struct Discount: Decodable {
    let code: String
    let amount: Amount
  }

  struct Problem: Decodable {
    let code: String
    let text: String?
    /// The available quantity, for a problem with the quantity; `nil` for any other problem.
    let limit: Int?
  }

  struct Promo: Codable, Sendable, Hashable {
    let code: String
    let status: String
    let text: String?
    /// The discount of the promo code; `nil` for none.
    let amount: Int64?
    /// The amount that is missing to reach the code's minimum; `nil` if the minimum is reached.
    let missing: Int64?
  }

  struct Totals: Decodable {
    let items: Amount
    let discounts: LossyList<Discount>?
    let discount: Amount
    let due: Amount
  }

  @Text var id: String
  let version: Int
  let currency: Lossy<CurrencyCode>?
  let fulfilment: Lossy<CartFulfillment>?
  let lines: LossyList<Line>?
  let promos: LossyList<Promo>?
  let fees: LossyList<Charge>?
  let totals: Lossy<Totals>?
  let minimum: Lossy<Amount>?
  let problems: LossyList<Problem>?
  /// The server's time.
  let now: Lossy<Seconds>?
}

/// The server's cart, after validation.
struct ServerCart: Codable, Sendable, Equatable {
  let id: String
  /// The version, which increases with each change of the cart.
  let version: Int
  let currency: CurrencyCode
  let fulfillment: CartFulfillment?
  let lines: [CartLine]
  let promos: [CartDocument.Promo]
  let totals: CartTotals
  /// The minimum value of an order of this cart.
  let minimum: Money
  let problems: [CartProblem]

  /// Returns the quantity of a line; 0 if the cart does not contain the line.
  func quantity(of line: CartLine.ID) -> Int {
    lines.first { $0.id == line }?.quantity ?? 0
  }
}
