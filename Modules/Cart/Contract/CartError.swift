public import Commerce
public import Sync

/// The reason why a call of a ``ShoppingCart`` failed.
///
/// The call has changed nothing, except perhaps one of ``ShoppingCart/importCarts(_:)``.
public enum CartError: SyncFailure, Hashable {
  /// An error that is not specific to carts, for example that no city has been chosen.
  case sync(SyncError)
  /// The item is from the menu of the city with this id, but the cart is in another city.
  case anotherCity(CityID)
  /// The number of units to add, or the resulting quantity of the line, is outside the allowed range.
  case badQuantity(Int, allowed: ClosedRange<Int>)
  /// The cart has the maximum number of lines, to which gifts count, too; remove one first.
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
  /// The cart cannot be ordered until the user has removed this obstacle.
  case notReady(Obstacle)

  /// An obstacle that the user has to remove before ordering.
  public enum Obstacle: Sendable, Hashable {
    /// The cart has no line that the user added; a gift does not count.
    case empty
    /// The prices of these lines have changed, and the user has not accepted them.
    case pricesChanged([CartLine.ID])
    /// These lines have problems that no other case describes, for example a product that is sold out.
    case lines([CartLine.ID])
    /// The server refused the changes with these ids, and the user has to retry or discard them.
    ///
    /// A change that this release cannot decode is also reported. It cannot be retried, but discarded; see
    /// ``PendingCartChange/Subject/unreadable``.
    case undecided([ChangeID])
    /// The sum to pay is now this amount, which differs from the sum that the user saw.
    case due(Money)
    /// A problem of the whole cart, such as a sum below the minimum of an order.
    case problem(CartProblem)
  }
}

extension CartError: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .sync(let error): "\(error)"
    case .anotherCity: "the item is from the menu of another city"
    case .badQuantity(_, let allowed):
      "the quantity must be \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooManyLines(let limit): "a cart has at most \(limit) lines; remove one first"
    case .badItem(let what): "the item's \(what) is invalid"
    case .badCartID: "the id of the former cart is invalid; remove it"
    case .badPromoCode: "the promo code is invalid; check its spelling"
    case .unknownLine: "this line cannot be changed"
    case .orderInProgress: "an order is pending; wait for its result"
    case .notReady(let obstacle): "\(obstacle)"
    }
  }
}

extension CartError.Obstacle: CustomStringConvertible {
  /// A sentence about the obstacle in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .empty: "the cart is empty: add an item first"
    case .pricesChanged: "a price has changed; accept it first"
    case .lines: "a line has a problem; change or remove it first"
    case .undecided: "a change was rejected; retry or discard it first"
    case .due: "another amount is due now; look at it, and order again"
    case .problem(.belowMinimum): "the sum is below the minimum of an order; add something"
    case .problem(.sumsDiffer): "the server's totals do not match its lines; refresh the cart"
    case .problem(.sumsUnknown): "the sums are not known yet; refresh the cart"
    case .problem(.unreadable(let part)): "\(part) cannot be read"
    case .problem(.other(_, let text)): text
    }
  }
}
