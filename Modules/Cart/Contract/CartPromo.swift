public import Pricing

/// A promo code that the user entered.
public struct CartPromo: Sendable, Hashable, Identifiable {
  /// The code, in capital letters.
  public let code: String
  /// What it does.
  public let state: PromoState

  init(code: String, state: PromoState) {
    self.code = code
    self.state = state
  }

  /// The code.
  public var id: String { code }
}

/// What a promo code does for a cart.
public enum PromoState: Sendable, Hashable {
  /// Nobody knows yet; the mark says how far it got.
  case waiting(CartMark)
  /// It takes so much off; nothing when it brings a gift.
  case applied(Money)
  /// It does nothing, for this reason and in the server's words. It stays and is tried whenever the
  /// cart changes.
  case notApplied(PromoProblem, text: String)
}

/// Why a promo code does nothing.
public enum PromoProblem: Sendable, Hashable {
  /// There is no such code.
  case unknown
  /// Its time is over.
  case expired
  /// So much more has to be ordered.
  case belowMinimum(missing: Money)
  /// Nothing that it is for is in the cart.
  case notForTheseItems
  /// It has been used.
  case used
  /// Another code in the cart excludes it.
  case notCombinable
  /// Anything else, by the server's code.
  case other(String)
}
