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
  /// The status of ordering this cart.
  public internal(set) var order: OrderState = .open
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

/// A pending change, with the reason for which it is pending.
public struct PendingCartChange: Sendable, Equatable, Identifiable {
  /// The part of the cart that a change affects.
  public enum Subject: Sendable, Hashable {
    /// A line, with the name of its product and the requested quantity.
    case line(CartLine.ID, name: String, quantity: Int)
    /// A promo code; the change adds the code if `isWanted` is `true`, and otherwise removes the code.
    case promo(String, isWanted: Bool)
    /// The fulfillment method and its place.
    case fulfillment(CartFulfillment)
    /// The placing of an order.
    case order
    /// A change that a newer release stored and this release cannot decode; it stays in the queue.
    ///
    /// No cart can be ordered until a release that decodes the change has sent it, or the user has discarded
    /// it. The server may have applied it, for example an order, so warn the user.
    case unreadable
  }

  private struct Content: Hashable, Sendable {
    let city: CityID?
    let lane: Lane
    let subject: Subject
    let status: SyncStatus<CartRejection>
    let reason: WaitReason
  }

  /// The id of the change, for `retry(_:)` and `discard(_:)`; a later change has a higher id.
  public let id: Int
  private let content: Indirect<Content>

  /// The city of the changed cart; `nil` if this release cannot decode the change.
  public var city: CityID? { content.value.city }
  var lane: Lane { content.value.lane }
  /// The part of the cart that the change affects.
  public var subject: Subject { content.value.subject }
  /// The synchronization status of the change, which is never `confirmed`.
  public var status: SyncStatus<CartRejection> { content.value.status }
  /// The reason for which the change is pending.
  public var reason: WaitReason { content.value.reason }

  init(
    _ item: OutboxItem<CartChange>, subject: Subject
  ) {
    id = item.id
    content = Indirect(
      Content(
        city: item.change?.cart.city, lane: item.lane, subject: subject, status: item.status,
        reason: item.reason))
  }
}

/// The status of ordering a cart.
public enum OrderState: Sendable, Hashable {
  /// The cart has not been ordered, and can be changed.
  case open
  /// The order of the cart is pending, and is sent after all earlier changes.
  ///
  /// The associated value is the status of the order. The cart cannot be changed until the server
  /// responds to the order.
  case pending(SyncStatus<CartRejection>)
  /// The server refused the order for this reason, or it was not sent in time (`.expired`). The cart can
  /// be changed and ordered again.
  ///
  /// `retry(_:)` orders now, and ``ShoppingCart/withdrawOrder()`` forgets the order.
  /// While a later change of the cart is pending, the refused order cannot be retried, and `run()`
  /// discards it. An order that is sent again would not contain the change.
  case refused(ChangeRefusal<CartRejection>)
  /// The previous cart was ordered, and a new cart can be filled.
  ///
  /// `id` is the server's id of the order, and `number` the one by which the user and the restaurant name
  /// it.
  ///
  /// This status lasts until the next change. ``CartState/placedOrders`` contains the order until
  /// ``ShoppingCart/acknowledge(_:)``.
  case placed(id: String, number: String)
}

/// The sums of a cart.
///
/// ``due`` is the sum of the lines' final prices and the fees. ``discount`` is the sum of
/// ``discounts``. Both rules hold for the server's sums and for sums that the device estimates.
public struct CartTotals: Sendable, Hashable, Codable {
  /// The price of all lines, before discounts.
  public let items: Money
  /// The discounts on all lines, one per promo code.
  public let discounts: [CartDiscount]
  /// The sum of ``discounts``, to subtract from ``items``.
  public let discount: Money
  /// The fees, such as the delivery fee; may be empty, because a computed fee of zero is left out.
  public let fees: [Fee]
  /// The sum to pay, with which ``ShoppingCart/placeOrder(for:)`` is called.
  public let due: Money
  /// Whether the sums were computed on the device, or stored by an earlier launch; the server's sums
  /// replace them.
  public let isEstimate: Bool
  /// Whether the server will compute the same sums, as far as the device knows.
  ///
  /// `false` for an estimate with a promo code, or with a fee that the app does not compute, such as a
  /// tax. Show such a sum as an approximate one.
  public let isExact: Bool
}

/// A problem of the whole cart; the cart cannot be ordered while it has one but ``unreadable(_:)``.
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
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// A problem of a line; the cart cannot be ordered while a line has one but ``unreadable``.
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
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// The fulfillment method of a cart, and the place of the fulfillment.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The fulfillment method, such as pickup.
  public let method: FulfillmentMethod
  /// The id of the delivery address or of the restaurant, which need not be the server's id.
  ///
  /// A ``PlaceLookup`` returns the server's id before the fulfillment is sent.
  public let place: String

  private enum CodingKeys: String, CodingKey {
    case method = "kind"
    case place
  }

  /// Creates a fulfillment; `place` is the id of the delivery address or of the restaurant.
  public init(_ method: FulfillmentMethod, _ place: String) {
    self.method = method
    self.place = place
  }
}

extension PendingCartChange.Subject: CustomStringConvertible {
  /// A few words in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .line(_, let name, 0): "remove \(name)"
    case .line(_, let name, let quantity): "\(quantity) × \(name)"
    case .promo(let code, let isWanted): isWanted ? "code \(code)" : "remove code \(code)"
    case .fulfillment(let fulfillment):
      fulfillment.method == .dineIn ? "dine-in" : fulfillment.method.rawValue
    case .order: "the order"
    case .unreadable: "a change made by a newer release of the app"
    }
  }
}
