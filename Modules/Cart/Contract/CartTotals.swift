public import Commerce

/// The sums of a cart.
///
/// ``due`` is the sum of the lines' final prices and the fees. ``discount`` is the sum of ``discounts``.
/// Both rules hold for the server's sums and for estimates, but not with the problem
/// ``CartProblem/unreadable(_:)``: the sums are then those that the server sent.
public struct CartTotals: Sendable, Hashable, Codable {
  /// The price of all lines, before discounts.
  public let items: Money
  /// The discounts on all lines, one per promo code.
  public let discounts: [CartDiscount]
  /// The sum of ``discounts``, to subtract from ``items``.
  public let discount: Money
  /// The fees, such as the delivery fee; may be empty, because a computed fee of zero is left out.
  public let fees: [Fee]
  /// The sum to pay, with which ``ShoppingCart/placeOrder(for:)`` is called.
  public let due: Money
  /// Whether the sums were computed on the device, or stored by an earlier launch; the server's sums
  /// replace them.
  public internal(set) var isEstimate: Bool
  /// Whether the server will compute the same sums, as far as the device knows.
  ///
  /// `false` for an estimate with a promo code, with a fee that the app does not compute, such as a tax, or
  /// without any fee that the app computes. Show such a sum as an approximate one.
  public internal(set) var isExact: Bool
}
