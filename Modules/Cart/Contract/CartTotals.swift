public import Pricing

/// What a cart comes to.
///
/// The lines' final prices and the fees are exactly what is due, and the parts of the discount are
/// exactly the discount, in the server's sums and in an estimate.
public struct CartTotals: Sendable, Hashable {
  /// Something to pay beside the lines.
  public struct Fee: Sendable, Hashable {
    /// What for, in the server's word: `delivery`, `service`, `rounding`.
    public let kind: String
    /// How much; rounding may be below zero.
    public let amount: Money

    /// Creates a fee.
    public init(kind: String, amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// All lines without discounts.
  public let items: Money
  /// What is taken off, by promo code, over all lines.
  public let discounts: [CartDiscount]
  /// What is taken off.
  public let discount: Money
  /// What is to be paid beside the lines.
  public let fees: [Fee]
  /// What is to be paid.
  public let due: Money
  /// Whether the server has not said so yet; its sums take the place of these.
  public let isEstimate: Bool
}
