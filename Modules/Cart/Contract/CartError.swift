public import Networking
public import Pricing
public import Sync

/// The reason for a failed call of a cart; nothing was changed.
public enum CartError: SyncFailure, Hashable {
  /// An error that all features share.
  case sync(SyncError)
  /// The item is from the menu of this city, and the cart is in another one.
  case anotherCity(CityID)
  /// The item is priced in this currency, and the cart in another one.
  case anotherCurrency(CurrencyCode)
  /// The number of units to add, or the resulting quantity of the line, is outside the allowed range.
  case badQuantity(Int, allowed: ClosedRange<Int>)
  /// The cart has the maximum number of lines.
  case tooManyLines(limit: Int)
  /// An id, a name or a price of the item is missing or out of range; the text names it, for logs.
  case badItem(String)
  /// The former app's cart id is invalid: it has 1 to 64 ASCII letters, digits, `-` and `_`.
  case badCartID
  /// The promo code is invalid: it has 1 to 64 visible characters.
  case badPromoCode
  /// The cart has no such line, or a promo code has added the line.
  case unknownLine(CartLine.ID)
  /// The cart cannot be changed while its order is pending.
  case orderInProgress
  /// The cart cannot be ordered for this reason.
  case notReady(Obstacle)

  /// An obstacle that the user has to remove before ordering.
  public enum Obstacle: Sendable, Hashable {
    /// The cart is empty.
    case empty
    /// The prices of these lines have changed, and the user has not accepted them.
    case pricesChanged([CartLine.ID])
    /// These lines are not available.
    case lines([CartLine.ID])
    /// The server refused these changes, and the user has not decided about them.
    case undecided([Int])
    /// The sum due differs from the sum that the user saw; this is the current one.
    case due(Money)
    /// A problem of the whole cart.
    case problem(CartProblem)
  }
}
