public import Pricing

/// The sums of a cart.
///
/// The final prices of the lines plus the fees equal ``due``, and the discounts by code equal
/// ``discount``, in the server's sums and in an estimate.
public struct CartTotals: Sendable, Hashable {
  /// An amount that is charged beside the lines.
  public struct Fee: Sendable, Hashable {
    /// The server's name of the fee, such as `delivery`, `service` or `rounding`.
    public let kind: String
    /// The amount; it may be negative for rounding.
    public let amount: Money

    /// Creates a fee.
    public init(kind: String, amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// The price of all lines without discounts.
  public let items: Money
  /// The discounts on all lines by promo code.
  public let discounts: [CartDiscount]
  /// The sum of the discounts.
  public let discount: Money
  /// The fees.
  public let fees: [Fee]
  /// The sum to pay.
  public let due: Money
  /// Whether the sums were computed on the device; the server's sums replace them.
  public let isEstimate: Bool
}
