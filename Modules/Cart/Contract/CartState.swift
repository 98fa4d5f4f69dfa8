public import Networking
public import Pricing
public import Sync

/// A cart as a screen draws it: the server's cart with the pending changes applied.
public struct CartState: Sendable, Equatable {
  /// The id of the cart; `nil` before the first change.
  ///
  /// A new id means another cart, for example after an order or a change of the city.
  public internal(set) var id: String?
  /// The chosen city.
  ///
  /// Before a city is chosen, the value is the city of the stored cart, or `nil` without a stored cart.
  public internal(set) var city: CityID?
  /// The lines in display order, which is the sequence in which they were added.
  public internal(set) var lines: [CartLine] = []
  /// The promo codes of the cart, with their effects.
  public internal(set) var promos: [CartPromo] = []
  /// The fulfillment method and its place; `nil` if the user has not chosen them.
  public internal(set) var fulfillment: CartFulfillment?
  /// The sums of the cart, such as the sum to pay; `nil` for a cart without lines.
  public internal(set) var totals: CartTotals?
  /// The reasons for which the cart cannot be ordered.
  public internal(set) var problems: [CartProblem] = []
  /// The status of ordering this cart.
  public internal(set) var order: OrderState = .open
  /// The placed orders that the app has not acknowledged by ``ShoppingCart/acknowledge(_:)``, the
  /// oldest first.
  ///
  /// The last order may still wait for the server's response. If the server refuses this order, the
  /// order is removed from the list.
  public internal(set) var placedOrders: [PlacedOrder] = []
  /// The changes that the server has not confirmed, the oldest first.
  public internal(set) var pending: [PendingCartChange] = []
  /// The abandoned carts, at most one per city, the newest last.
  ///
  /// A cart is abandoned if the user chooses another city, or if the server closes the cart.
  public internal(set) var abandoned: [AbandonedCart] = []
  /// The status of fetching and storing the cart, and of sending its changes.
  public internal(set) var sync = SyncState()
  /// Whether the stored data of the cart was missing or damaged, and was restored from the pending
  /// changes.
  ///
  /// No pending change is lost. The next fetch loads the lines that the server has.
  public internal(set) var isRecovered = false

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
    /// The server may have applied it, for example an order. So it cannot be discarded, and no cart can
    /// be ordered until a release that decodes the change has sent it.
    case unreadable
  }

  private struct Content: Hashable, Sendable {
    let subject: Subject
    let status: SyncStatus<CartRejection>
    let reason: WaitReason
  }

  /// The identifier for `retry(_:)` and `discard(_:)`.
  public let id: Int
  private let content: Indirect<Content>

  /// The part of the cart that the change affects.
  public var subject: Subject { content.value.subject }
  /// The synchronization status of the change.
  public var status: SyncStatus<CartRejection> { content.value.status }
  /// The reason for which the change is pending.
  public var reason: WaitReason { content.value.reason }

  init(id: Int, subject: Subject, status: SyncStatus<CartRejection>, reason: WaitReason) {
    self.id = id
    content = Indirect(Content(subject: subject, status: status, reason: reason))
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
  /// The server refused the order for this reason; the cart can be changed and ordered again.
  ///
  /// While a later change of the cart is pending, the refused order cannot be retried, and `run()`
  /// discards it. An order that is sent again would not contain the change.
  case refused(ChangeRefusal<CartRejection>)
  /// The previous cart was ordered under this order number, and a new cart can be filled.
  ///
  /// This status lasts until the next change. ``CartState/placedOrders`` contains the order until
  /// ``ShoppingCart/acknowledge(_:)``.
  case placed(String)
}

/// The lines of a cart that the user left for another city, or that the server has closed.
///
/// An app can offer to add these lines to the new cart.
public struct AbandonedCart: Sendable, Hashable, Codable, Identifiable {
  /// The reason for which a cart was abandoned.
  public enum Reason: Sendable, Hashable, Codable {
    /// The user changed the city; `from` is the city of the cart.
    case cityChanged(from: CityID)
    /// The server has closed the cart: it was ordered on another device, it has expired, or it belongs to
    /// another account.
    case closed
  }

  /// A line of an abandoned cart.
  public struct Line: Sendable, Hashable, Codable {
    /// The item, with the last known price.
    public let item: CartItem
    /// The quantity.
    public let quantity: Int
    /// The id of the cart whose abandonment set the quantity; `nil` if an earlier release stored the line.
    ///
    /// A dismissal removes only the units of this cart that a screen has shown.
    let cart: String?

    /// Creates a line, for samples and tests.
    public init(item: CartItem, quantity: Int) {
      self.init(item: item, quantity: quantity, cart: nil)
    }

    init(item: CartItem, quantity: Int, cart: String?) {
      self.item = item
      self.quantity = quantity
      self.cart = cart
    }
  }

  /// The reason for which the cart was abandoned.
  public let reason: Reason
  /// The lines, at least one.
  public let lines: [Line]

  /// Creates an abandoned cart, for samples and tests.
  public init(reason: Reason, lines: [Line]) {
    self.reason = reason
    self.lines = lines
  }

  /// The city of the cart, used as the id: a user has at most one abandoned cart per city.
  public var id: CityID { lines.first?.item.city ?? 0 }

  /// Returns a cart with the lines of both carts: first those of `earlier`, then those of this cart.
  ///
  /// If both carts have a line with the same item, the result contains only the line of this cart. The
  /// result has the ``reason`` for which this cart was abandoned. Both carts must be in the same city.
  func adding(_ earlier: AbandonedCart) -> AbandonedCart {
    let own = Set(lines.map(\.item.line))
    return AbandonedCart(
      reason: reason, lines: earlier.lines.filter { !own.contains($0.item.line) } + lines)
  }
}

/// The abandoned carts of a user, including the carts whose lines have not been fetched yet.
///
/// An app stores this value while it transfers the abandoned carts of a guest to the user's account.
public struct AbandonedCarts: Sendable, Hashable, Codable {
  let carts: [AbandonedCart]
  let unfetched: [UnfetchedCart]

  var isEmpty: Bool { carts.isEmpty && unfetched.isEmpty }
}

/// The sums of a cart.
///
/// ``due`` is the sum of the lines' final prices and the fees. ``discount`` is the sum of
/// ``discounts``. Both rules hold for the server's sums and for sums that the device estimates.
public struct CartTotals: Sendable, Hashable, Codable {
  /// An amount that is charged in addition to the lines.
  public struct Fee: Sendable, Hashable, Codable {
    /// The server's name of the fee, such as `delivery`, `service` or `rounding`.
    public let kind: String
    /// The amount of the fee.
    ///
    /// The amount is negative only if the fee is a rounding that lowers the sum. Discounts are not
    /// fees.
    public let amount: Money

    /// Creates a fee; `kind` is the server's name of the fee, such as `delivery`.
    public init(kind: String, amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// The price of all lines, before discounts.
  public let items: Money
  /// The discounts on all lines, one per promo code.
  public let discounts: [CartDiscount]
  /// The sum of the discounts.
  public let discount: Money
  /// The fees.
  public let fees: [Fee]
  /// The sum to pay.
  public let due: Money
  /// Whether the sums were computed on the device; the server's sums replace them.
  public let isEstimate: Bool
}

/// A problem of the whole cart; the cart cannot be ordered while it has such a problem.
public enum CartProblem: Sendable, Hashable {
  /// The price of the lines, less the discounts, is below this minimum; `missing` is the difference.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the displayed totals are computed on the device.
  case sumsDiffer
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// A problem of a line; the cart cannot be ordered while a line has such a problem.
public enum LineProblem: Sendable, Hashable {
  /// The product is sold out, or is currently not on the menu.
  case soldOut
  /// The available quantity is smaller than the quantity of the line; `to` is the available quantity.
  case limited(to: Int)
  /// The price has changed since the line was added, and the user has not accepted the new price.
  case priceChanged(from: Money, to: Money)
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// The fulfillment method of a cart, and the place of the fulfillment.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The fulfillment method, such as pickup.
  public let method: FulfillmentMethod
  /// The id of the delivery address or of the restaurant.
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
