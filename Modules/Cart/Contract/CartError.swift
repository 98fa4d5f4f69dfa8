public import Networking
public import Pricing
public import Sync

/// The reason why a call of a ``ShoppingCart`` failed; the call has changed nothing.
public enum CartError: SyncFailure, Hashable {
  /// An error that is not specific to carts, for example that no city has been chosen.
  case sync(SyncError)
  /// The item is from the menu of the city with this id, but the cart is in another city.
  case anotherCity(CityID)
  /// The price of the item is in this currency, but the cart has another currency.
  case anotherCurrency(CurrencyCode)
  /// The number of units to add, or the resulting quantity of the line, is outside the allowed range.
  case badQuantity(Int, allowed: ClosedRange<Int>)
  /// The cart has the maximum number of lines.
  case tooManyLines(limit: Int)
  /// The item has an empty or too long text, too large a configuration, or a price out of range.
  ///
  /// The associated text describes the problem for logs.
  case badItem(String)
  /// The id for ``ShoppingCart/adopt(_:in:)`` is invalid: a valid id has 1 to 64 ASCII letters, digits,
  /// `-` and `_`.
  case badCartID
  /// The promo code is invalid: a valid code has only visible characters, and 1 to 64 bytes in UTF-8.
  case badPromoCode
  /// The cart has no line with this id, or the user did not add the line; for example, it is a gift.
  case unknownLine(CartLine.ID)
  /// The cart is being ordered, and cannot be changed until the server responds to the order.
  case orderInProgress
  /// The cart cannot be ordered for this reason.
  case notReady(Obstacle)

  /// An obstacle that the user has to remove before ordering.
  public enum Obstacle: Sendable, Hashable {
    /// The cart is empty.
    case empty
    /// The prices of these lines have changed, and the user has not accepted them.
    case pricesChanged([CartLine.ID])
    /// These lines have problems that no other case describes, for example a product that is sold out.
    case lines([CartLine.ID])
    /// The server refused the changes with these ids, and the user has to retry or discard them.
    ///
    /// A change that this release cannot decode is also reported. It can be neither retried nor
    /// discarded; see ``PendingCartChange/Subject/unreadable``.
    case undecided([Int])
    /// The sum to pay is now this amount, which differs from the sum that the user saw.
    case due(Money)
    /// A problem of the whole cart.
    case problem(CartProblem)
  }
}
