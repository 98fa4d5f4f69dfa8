public import Commerce
public import Sync

/// A cart as a screen draws it: the server's cart with the pending changes applied.
public struct CartState: Sendable, Equatable {
  /// The id of the cart; `nil` if the city has none, as before the first change and after an order.
  ///
  /// A new id means another cart, for example that of another city, or the next one after an order.
  public internal(set) var id: String?
  /// The chosen city, whose cart this is; `nil` before a city is chosen.
  public internal(set) var city: CityID?
  /// The lines in display order, which is the sequence in which they were added.
  public internal(set) var lines: [CartLine] = []
  /// The promo codes of the cart, with their effects: first those of the server, then those to be added.
  public internal(set) var promos: [CartPromo] = []
  /// The fulfillment method and its place; `nil` if the user has not chosen them.
  public internal(set) var fulfillment: CartFulfillment?
  /// Whether all lines of the cart are known.
  ///
  /// `false` until the first fetch of a cart that was begun by another app, or whose stored data was lost
  /// except for the pending changes.
  public internal(set) var isComplete = true
  /// The sums of the cart, such as the sum to pay.
  ///
  /// After a launch, the lines and sums are those that the server has last sent; the sums are estimates
  /// until it confirms them. The value is `nil` for a cart without lines, and with the problem
  /// ``CartProblem/sumsUnknown``.
  public internal(set) var totals: CartTotals?
  /// The reasons for which the cart cannot be ordered, and the parts of it that cannot be read.
  public internal(set) var problems: [CartProblem] = []
  /// The stage of ordering this cart; while it is ``OrderPlacement/pending(_:)``, the cart cannot be changed.
  public internal(set) var order: OrderPlacement = .open
  /// The placed orders that the app has not acknowledged by ``ShoppingCart/acknowledge(_:)``.
  ///
  /// The list has the orders of all cities, those of one city the oldest first. The orders that still wait
  /// for the server's response are the last ones. If the server refuses one, it is removed from the list.
  public internal(set) var placedOrders: [PlacedOrder] = []
  /// The changes of all carts that the server has not confirmed, the oldest first.
  public internal(set) var pending: [PendingCartChange] = []
  /// The carts of other cities, and the lines of carts that the server has closed.
  public internal(set) var others: [OtherCart] = []
  /// The status of fetching and storing the cart, and of sending its changes.
  public internal(set) var sync = SyncState()
  /// A cart without lines and without a city.
  public static let empty = CartState()
}

/// A problem of the whole cart; each except ``unreadable(_:)`` prevents the order of the cart.
public enum CartProblem: Sendable, Hashable, Codable {
  /// The price of the lines, less the discounts, is below this minimum; `missing` is the difference.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the displayed totals are computed on the device.
  case sumsDiffer
  /// The sums are not known: the cart has not been fetched yet, or its lines have several currencies.
  case sumsUnknown
  /// A part of the cart cannot be read; the associated value names it, such as a product.
  ///
  /// The rest works. Whether the cart can be ordered is up to the server.
  case unreadable(String)
  /// Any other problem: the server's code, and its text for the user, or the code again if it sent none.
  case other(code: String, text: String)
}

/// A problem of a line; each except ``unreadable`` prevents the order of the cart.
public enum LineProblem: Sendable, Hashable, Codable {
  /// The product is sold out, or is currently not on the menu.
  case soldOut
  /// The available quantity is smaller than the quantity of the line; `to` is the available quantity.
  case limited(to: Int)
  /// A part of the line cannot be read; what is shown may be wrong. The line can be changed and removed.
  case unreadable
  /// The price has risen since the line was added, or is in another currency, and the user has not
  /// accepted the new price.
  case priceChanged(from: Money, to: Money)
  /// Any other problem: the server's code, and its text for the user, or the code again if it sent none.
  case other(code: String, text: String)
}
