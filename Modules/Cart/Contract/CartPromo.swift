public import Commerce
public import Sync

/// A promo code that the user entered.
public struct CartPromo: Sendable, Hashable, Identifiable {
  /// The code: in capital letters while it is pending, then as the server spells it.
  public let code: String
  /// The effect of the code on the cart, or the reason why it has no effect.
  public let state: PromoState

  /// The ``code``, by which a list distinguishes the promo codes of a cart.
  public var id: String { code }
}

/// The effect of a promo code on a cart: not known yet, a discount, or none for a reason.
public enum PromoState: Sendable, Hashable {
  /// A change that adds or removes the code is pending, so the effect is not known yet.
  ///
  /// The associated value is the status of the change.
  case pending(SyncStatus<CartRejection>)
  /// The code reduces the price by this discount; the discount is zero if the code adds a gift.
  case applied(Money)
  /// The code has no effect for this reason; `text` is the server's message for the user, or its code.
  ///
  /// The server evaluates the code again after each change of the cart.
  case notApplied(PromoProblem, text: String)
}
