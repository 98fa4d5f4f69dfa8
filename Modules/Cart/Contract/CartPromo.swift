public import Pricing
public import Sync

/// A promo code that the user entered.
public struct CartPromo: Sendable, Hashable, Identifiable {
  /// The code, in capital letters.
  public let code: String
  /// The effect of the code.
  public let state: PromoState

  /// The code.
  public var id: String { code }
}

/// The effect of a promo code on a cart.
public enum PromoState: Sendable, Hashable {
  /// Unknown, because the server has not answered the change, which has this status.
  case pending(SyncStatus<CartRejection>)
  /// The discount; zero if the code adds a gift.
  case applied(Money)
  /// No effect for this reason, with the server's text for the user.
  ///
  /// The server evaluates the code again at each change of the cart.
  case notApplied(PromoProblem, text: String)
}

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
  /// The code has been used.
  case used
  /// The code cannot be combined with another code in the cart.
  case notCombinable
  /// Any other reason, by the server's code.
  case other(String)
}
