public import Commerce

/// The reason for which a promo code has no effect.
public enum PromoProblem: Sendable, Hashable {
  /// The code does not exist.
  case unknown
  /// The code has expired.
  case expired
  /// The order is below the code's minimum by this amount.
  case belowMinimum(missing: Money)
  /// The code does not apply to any product in the cart.
  case notForTheseItems
  /// The code has already been used.
  case used
  /// The code cannot be combined with another code in the cart.
  case notCombinable
  /// Any other reason, with the server's code.
  case other(String)
}
