/// An amount that is charged in addition to the lines of a cart or an order.
public struct Fee: Sendable, Hashable, Codable {
  /// The server's name of the fee, such as `delivery`, `service` or `rounding`.
  public let kind: String
  /// The amount of the fee.
  ///
  /// The amount is negative only if the fee is a rounding that lowers the sum. Discounts are not fees.
  public let amount: Money
  /// Whether ``amount`` is meaningful; `false` for a fee that an app knows of, but cannot compute.
  public let isExact: Bool

  /// Creates a fee.
  ///
  /// - Parameters:
  ///   - kind: The server's name of the fee, such as `delivery`.
  ///   - amount: The amount.
  ///   - isExact: `false` for a fee that an app knows of but cannot compute, such as a tax. Estimated sums
  ///     with such a fee are not exact.
  public init(_ kind: String, _ amount: Money, isExact: Bool = true) {
    self.kind = kind
    self.amount = amount
    self.isExact = isExact
  }
}
