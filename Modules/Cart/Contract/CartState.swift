public import Networking
public import Pricing
public import Sync

/// A cart as a screen draws it: the server's cart with the pending changes on top.
public struct CartState: Sendable, Equatable {
  /// The id of the cart; `nil` before the first change.
  ///
  /// Another id than in the previous state means another cart, for example after an order or in another
  /// city.
  public internal(set) var id: String?
  /// The settled city; before one is settled, that of the cart, or `nil`.
  public internal(set) var city: CityID?
  /// The lines, in the order in which they were added.
  public internal(set) var lines: [CartLine] = []
  /// The promo codes.
  public internal(set) var promos: [CartPromo] = []
  /// The fulfillment of the order; `nil` if the user has not chosen one.
  public internal(set) var fulfillment: CartFulfillment?
  /// The sums; `nil` for a cart without lines.
  public internal(set) var totals: CartTotals?
  /// The reasons for which the cart cannot be ordered.
  public internal(set) var problems: [CartProblem] = []
  /// The status of the order.
  public internal(set) var order: OrderState = .open
  /// The orders that the app has not acknowledged, the oldest first: those with a number, then the one that
  /// waits for the server's answer.
  public internal(set) var placedOrders: [PlacedOrder] = []
  /// The pending changes, the oldest first.
  public internal(set) var pending: [PendingCartChange] = []
  /// The abandoned carts, at most one per city, the newest last.
  public internal(set) var abandoned: [AbandonedCart] = []
  /// The status of fetching, storing and sending.
  public internal(set) var sync = SyncState()
  /// Whether the cart's record on the disk was missing or damaged and was recovered from the pending
  /// changes.
  ///
  /// No pending change is lost. The server's lines are complete again after the next fetch.
  public internal(set) var isRecovered = false

  /// A cart without lines and without a city.
  public static let empty = CartState()

  init() {}
}

/// A pending change, and the reason for which it is pending.
public struct PendingCartChange: Sendable, Equatable, Identifiable {
  /// The part of the cart that a change is about.
  public enum Subject: Sendable, Hashable {
    /// A line, and its wanted quantity.
    case line(CartLine.ID, name: String, quantity: Int)
    /// A promo code, and whether it is added or removed.
    case promo(String, isWanted: Bool)
    /// The fulfillment.
    case fulfillment(CartFulfillment)
    /// The order.
    case order
    /// A change of a newer release, which this release preserves and cannot read.
    case unreadable
  }

  private struct Content: Hashable, Sendable {
    let subject: Subject
    let status: SyncStatus<CartRejection>
    let reason: WaitReason
  }

  /// The identifier for ``ShoppingCart/retry(_:)`` and ``ShoppingCart/discard(_:)``.
  public let id: Int
  private let content: Indirect<Content>

  /// The part of the cart that the change is about.
  public var subject: Subject { content.value.subject }
  /// The status of the change at the server.
  public var status: SyncStatus<CartRejection> { content.value.status }
  /// The reason for which the change is pending.
  public var reason: WaitReason { content.value.reason }

  init(id: Int, subject: Subject, status: SyncStatus<CartRejection>, reason: WaitReason) {
    self.id = id
    content = Indirect(Content(subject: subject, status: status, reason: reason))
  }
}

/// The status of an order.
public enum OrderState: Sendable, Hashable {
  /// No order was placed; the cart can be changed.
  case open
  /// The order waits until the server has applied all earlier changes. The cart cannot be changed.
  case pending(SyncStatus<CartRejection>)
  /// The server refused the order for this reason; the cart can be changed and ordered again.
  case refused(ChangeRefusal<CartRejection>)
  /// The previous cart was ordered under this number, and the current one is open.
  ///
  /// For the screen of the cart. The next change ends it; ``CartState/placedOrders`` stays.
  case placed(String)
}

/// The lines of a cart that was abandoned, for the app to offer them again.
public struct AbandonedCart: Sendable, Hashable, Codable, Identifiable {
  /// The reason for which a cart was abandoned.
  public enum Reason: Sendable, Hashable, Codable {
    /// The user chose another city than this one.
    case cityChanged(from: CityID)
    /// The server has closed the cart: it was ordered on another device, or it was too old.
    case closed
  }

  /// A line of an abandoned cart.
  public struct Line: Sendable, Hashable, Codable {
    /// The item with its last price.
    public let item: CartItem
    /// The quantity.
    public let quantity: Int
  }

  /// The reason.
  public let reason: Reason
  /// The lines, at least one.
  public let lines: [Line]

  /// The city that the cart was in.
  public var id: CityID { lines.first?.item.city ?? 0 }

  /// Returns the cart with the lines of an earlier one of its city that it does not have.
  func adding(_ earlier: AbandonedCart) -> AbandonedCart {
    let own = Set(lines.map(\.item.line))
    return AbandonedCart(
      reason: reason, lines: earlier.lines.filter { !own.contains($0.item.line) } + lines)
  }
}

/// The sums of a cart.
///
/// The final prices of the lines plus the fees equal ``due``, and the discounts by code equal
/// ``discount``, in the server's sums and in an estimate.
public struct CartTotals: Sendable, Hashable, Codable {
  /// An amount that is charged beside the lines.
  public struct Fee: Sendable, Hashable, Codable {
    /// The server's name of the fee, such as `delivery`, `service` or `rounding`.
    public let kind: String
    /// The amount; it may be negative for rounding.
    public let amount: Money

    /// Creates a fee.
    public init(kind: String, amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// The price of all lines without discounts.
  public let items: Money
  /// The discounts on all lines by promo code.
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

/// A reason for which a cart cannot be ordered, although all of its changes succeeded.
public enum CartProblem: Sendable, Hashable {
  /// The order is below the minimum by the missing amount.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the displayed totals are an estimate.
  case sumsDiffer
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// A reason for which a line cannot be ordered as it is.
public enum LineProblem: Sendable, Hashable {
  /// The product is sold out, or is not on the menu at present.
  case soldOut
  /// Only this quantity is available.
  case limited(to: Int)
  /// The price has changed since the line was added, and the user has not accepted the new one.
  case priceChanged(from: Money, to: Money)
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// The fulfillment method of a cart and its place.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The method.
  public let method: FulfillmentMethod
  /// The id of the address or of the restaurant.
  public let place: String

  private enum CodingKeys: String, CodingKey {
    case method = "kind"
    case place
  }

  /// Creates a fulfillment.
  public init(_ method: FulfillmentMethod, _ place: String) {
    self.method = method
    self.place = place
  }
}
