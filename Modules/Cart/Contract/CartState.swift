public import Networking
public import Pricing
public import Sync

/// A cart as a screen draws it: the server's cart with the pending changes on top.
public struct CartState: Sendable, Equatable {
  /// The id of the cart; `nil` before the first change.
  ///
  /// A different id than in the previous state means a different cart, for example after an order or a
  /// change of the city.
  public internal(set) var id: String?
  /// The settled city; before a city is settled, the city of the cart, or `nil`.
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
  /// The orders that the app has not acknowledged, the oldest first; an unanswered one is last.
  public internal(set) var placedOrders: [PlacedOrder] = []
  /// The pending changes, the oldest first.
  public internal(set) var pending: [PendingCartChange] = []
  /// The abandoned carts, at most one per city, the newest last.
  public internal(set) var abandoned: [AbandonedCart] = []
  /// The status of fetching, storing and sending.
  public internal(set) var sync = SyncState()
  /// Whether the cart's stored record was missing or damaged, and was restored from the pending changes.
  ///
  /// No pending change is lost. The server's lines are complete again after the next fetch.
  public internal(set) var isRecovered = false

  /// A cart without lines and without a city.
  public static let empty = CartState()
}

/// A pending change, with the reason for which it is pending.
public struct PendingCartChange: Sendable, Equatable, Identifiable {
  /// The part of the cart that a change is about.
  public enum Subject: Sendable, Hashable {
    /// A line, with the requested quantity.
    case line(CartLine.ID, name: String, quantity: Int)
    /// A promo code, and whether the change adds or removes it.
    case promo(String, isWanted: Bool)
    /// The fulfillment.
    case fulfillment(CartFulfillment)
    /// The order.
    case order
    /// A change that a newer release stored; this release preserves it, but cannot decode it.
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
  /// The order waits until the server has applied all earlier changes.
  ///
  /// The cart cannot be changed.
  case pending(SyncStatus<CartRejection>)
  /// The server refused the order for this reason; the cart can be changed and ordered again.
  case refused(ChangeRefusal<CartRejection>)
  /// The previous cart was ordered under this number, and a new cart can be filled.
  ///
  /// Lasts until the next change. ``CartState/placedOrders`` has the order until it is acknowledged.
  case placed(String)
}

/// The lines of an abandoned cart, which the app can offer to add again.
public struct AbandonedCart: Sendable, Hashable, Codable, Identifiable {
  /// The reason for which a cart was abandoned.
  public enum Reason: Sendable, Hashable, Codable {
    /// The user changed the city; `from` is the city of the cart.
    case cityChanged(from: CityID)
    /// The server has closed the cart: it was ordered on another device, or it has expired.
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

  /// Returns the cart with the missing lines of an earlier cart of the same city.
  func adding(_ earlier: AbandonedCart) -> AbandonedCart {
    let own = Set(lines.map(\.item.line))
    return AbandonedCart(
      reason: reason, lines: earlier.lines.filter { !own.contains($0.item.line) } + lines)
  }
}

/// The sums of a cart.
///
/// Both in the server's sums and in an estimate, the final prices of the lines and the fees add up to
/// ``due``, and the discounts of the codes add up to ``discount``.
public struct CartTotals: Sendable, Hashable, Codable {
  /// An amount that is charged in addition to the lines.
  public struct Fee: Sendable, Hashable, Codable {
    /// The server's name of the fee, such as `delivery`, `service` or `rounding`.
    public let kind: String
    /// The amount; negative only for rounding.
    public let amount: Money

    /// Creates a fee.
    public init(kind: String, amount: Money) {
      self.kind = kind
      self.amount = amount
    }
  }

  /// The price of all lines without discounts.
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

/// A reason for which a cart cannot be ordered, although the server has applied all changes.
public enum CartProblem: Sendable, Hashable {
  /// The order is below the minimum by the missing amount.
  case belowMinimum(Money, missing: Money)
  /// The server's sums contradict each other; the displayed totals are computed on the device.
  case sumsDiffer
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// A reason for which a line cannot be ordered unchanged.
public enum LineProblem: Sendable, Hashable {
  /// The product is sold out, or is currently not on the menu.
  case soldOut
  /// Only this quantity is available.
  case limited(to: Int)
  /// The price has changed since the line was added, and the user has not accepted the new one.
  case priceChanged(from: Money, to: Money)
  /// Any other problem, with the server's code and its text for the user.
  case other(code: String, text: String)
}

/// The fulfillment method of a cart, and the place of the fulfillment.
public struct CartFulfillment: Sendable, Hashable, Codable {
  /// The method.
  public let method: FulfillmentMethod
  /// The id of the delivery address or of the restaurant.
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
