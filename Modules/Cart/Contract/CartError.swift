public import Networking
public import Pricing
public import Sync

/// The reason for a failed call of a cart; nothing was changed.
public enum CartError: SyncFailure, Hashable {
  /// An error that all features share.
  case sync(SyncError)
  /// The item is from the menu of this city, and the cart is in another one.
  case anotherCity(CityID)
  /// The price of the item is in this currency, and the cart is in another one.
  case anotherCurrency(CurrencyCode)
  /// The added number, or the quantity that the line would have, is outside the allowed range.
  case badQuantity(Int, allowed: ClosedRange<Int>)
  /// The cart has the maximum number of lines.
  case tooManyLines(limit: Int)
  /// An id, a name or a price of the item is missing or out of range; the text names it, for logs.
  case badItem(String)
  /// The id of a former app's cart does not have 1 to 64 ASCII letters, digits, `-` and `_`.
  case badCartID
  /// The promo code does not have 1 to 64 visible characters.
  case badPromoCode
  /// The cart has no such line, or the user did not add it.
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
    /// This sum is due instead of the given one.
    case due(Money)
    /// A problem of the whole cart.
    case problem(CartProblem)
  }
}
