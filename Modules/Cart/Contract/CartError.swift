public import Networking
public import Pricing
public import Sync

/// Why a cart did not do what was asked; nothing was changed.
public enum CartError: SyncFailure, Hashable {
  /// An error that all features have.
  case sync(SyncError)
  /// It is from the menu of another city than the cart's.
  case anotherCity(CityID)
  /// Its price is in another currency than the cart.
  case anotherCurrency(CurrencyCode)
  /// There may be no such number of a line.
  case badQuantity(Int, allowed: ClosedRange<Int>)
  /// There may be no more lines.
  case tooManyLines(limit: Int)
  /// An id, a name or a price is missing or beyond measure; the text says which.
  case badItem(String)
  /// A promo code has 1 to 64 visible characters.
  case badPromoCode
  /// There is no such line, or it was not the user who put it there.
  case unknownLine(CartLine.ID)
  /// The order is on its way, and is for the cart as it is.
  case orderUnderWay
  /// It cannot be ordered, for this reason.
  case notReady(Obstacle)

  /// What has to be seen to before a cart can be ordered.
  public enum Obstacle: Sendable, Hashable {
    /// There is nothing in it.
    case empty
    /// These lines have other prices now, which the user has not accepted.
    case pricesChanged([CartLine.ID])
    /// These lines cannot be had.
    case lines([CartLine.ID])
    /// A change was refused, and the user has not decided about it.
    case undecided([Int])
    /// Something else is due by now.
    case due(Money)
    /// Something stands against the whole of it.
    case problem(CartProblem)
  }
}
