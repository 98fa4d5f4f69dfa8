public import Commerce

/// The price of a line: of one unit, of all units, and less the discounts; from the server or estimated.
public struct LinePrice: Sendable, Hashable, Codable {
  /// The price of one unit.
  ///
  /// Until the server has returned the line with its own price, this is the price that the user saw
  /// when adding the item.
  public let unit: Money
  /// The price of all units, before discounts.
  ///
  /// It differs from ``unit`` times the quantity if the server has several prices for the units.
  public let total: Money
  /// The discounts on this line, one per promo code; may be empty.
  public let discounts: [CartDiscount]
  /// The price to pay: ``total`` minus ``discounts``.
  public let final: Money
}
