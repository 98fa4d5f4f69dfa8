#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Commerce

/// The body of a response with a cart; amounts are minor units of the cart's currency.
///
/// Only the id and the version are required. Any other part that cannot be read is left out, and is a
/// problem of the cart.
struct CartDocument: Decodable {
  struct Line: Codable, Sendable {
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

  struct Discount: Codable, Sendable {
    let code: String
    let amount: Int64
  }

  struct Problem: Codable, Sendable {
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

  struct Charge: Codable, Sendable {
    let kind: String
    let amount: Int64
  }

  struct Totals: Codable, Sendable {
    let items: Int64
    let discounts: [Discount]
    let discount: Int64
    let due: Int64
  }

  let id: String
  let version: Int
  let currency: String?
  let fulfillment: CartFulfillment?
  let lines: [Rows<Line>.Element]
  let promos: [Promo]
  let fees: [Charge]
  let totals: Totals?
  let minimum: Int64
  let problems: [Problem]
  /// The server's time; `nil` if the response does not tell it.
  let now: Date?
  /// The names of the parts that cannot be read.
  let unreadable: [String]

  private enum CodingKeys: String, CodingKey {
    case id, version, currency, lines, promos, fees, totals, minimum, problems, now
    case fulfillment = "fulfilment"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    var unreadable: [String] = []
    func value<Value: Decodable>(_ key: CodingKeys) -> Value? {
      do { return try values.decodeIfPresent(Value.self, forKey: key) } catch {
        unreadable.append(key.rawValue)
        return nil
      }
    }
    func readable<Row: Codable & Sendable>(_ key: CodingKeys) -> [Row] {
      let rows: Rows<Row>? = value(key)
      let found = rows?.elements.map { $0.row } ?? []
      for row in found where row == nil { unreadable.append(key.rawValue) }
      return found.compactMap(\.self)
    }
    id = try values.decode(String.self, forKey: .id)
    version = try values.decode(Int.self, forKey: .version)
    currency = value(.currency)
    fulfillment = value(.fulfillment)
    let lines: Rows<Line>? = value(.lines)
    self.lines = lines?.elements ?? []
    promos = readable(.promos)
    fees = readable(.fees)
    totals = value(.totals)
    minimum = value(.minimum) ?? 0
    problems = readable(.problems)
    let seconds: Int? = value(.now)
    now = seconds.flatMap {
      CartLimits.times.contains($0) ? Date(timeIntervalSince1970: TimeInterval($0)) : nil
    }
    self.unreadable = unreadable
  }
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
