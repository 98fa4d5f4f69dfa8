public import Networking
public import Sync

/// A cart as a screen draws it: what the server has, with all that waits to be sent on top.
public struct CartState: Sendable, Equatable {
  /// Which cart it is; `nil` while there is nothing in it.
  ///
  /// When it is another than in the state before, as after an order or in another city, nothing of
  /// that state counts.
  public internal(set) var id: String?
  /// The city that it is in; `nil` until one was entered.
  public internal(set) var city: CityID?
  /// The lines, in the order in which they were added.
  public internal(set) var lines: [CartLine] = []
  /// The promo codes.
  public internal(set) var promos: [CartPromo] = []
  /// How the order reaches the user; `nil` when that has not been said.
  public internal(set) var fulfillment: CartFulfillment?
  /// What it comes to; `nil` when nothing is in it.
  public internal(set) var totals: CartTotals?
  /// What stands against ordering it.
  public internal(set) var problems: [CartProblem] = []
  /// What becomes of the order.
  public internal(set) var order: OrderState = .open
  /// Every change that the server has not confirmed, the oldest first, and what each waits for.
  public internal(set) var waiting: [WaitingChange] = []
  /// The carts that had to be abandoned, at most one per city, the newest last.
  public internal(set) var abandoned: [AbandonedCart] = []
  /// What the cart is doing: fetching, storing, waiting.
  public internal(set) var sync = SyncState()
  /// Whether the cart's record on the disk was missing or damaged, and the cart was recovered from the
  /// changes that wait for it.
  ///
  /// Every waiting change is there and is sent. What the server has of the cart is there after the next
  /// fetch.
  public internal(set) var isRecovered = false

  /// A cart of which nothing is known yet.
  public static let empty = CartState()

  init() {}
}

/// A change that waits, and why.
public struct WaitingChange: Sendable, Equatable, Identifiable {
  /// What a change is about.
  public enum Subject: Sendable, Hashable {
    /// A line, and how many of it there are to be.
    case line(CartLine.ID, name: String, quantity: Int)
    /// A promo code, and whether it is to be in the cart.
    case promo(String, isWanted: Bool)
    /// How the order reaches the user.
    case fulfillment(CartFulfillment)
    /// The order.
    case order
    /// Something that this release cannot read; it is kept for one that can.
    case unreadable
  }

  private struct Content: Hashable, Sendable {
    let subject: Subject
    let mark: CartMark
    let reason: WaitReason
  }

  /// Names it for ``ShoppingCart/retry(_:)`` and ``ShoppingCart/discard(_:)``.
  public let id: Int
  private let content: Indirect<Content>

  /// What it is about.
  public var subject: Subject { content.value.subject }
  /// How far it got.
  public var mark: CartMark { content.value.mark }
  /// Why it has not been sent, or what it waits for since.
  public var reason: WaitReason { content.value.reason }

  init(id: Int, subject: Subject, mark: CartMark, reason: WaitReason) {
    self.id = id
    content = Indirect(Content(subject: subject, mark: mark, reason: reason))
  }
}

/// What becomes of the order.
public enum OrderState: Sendable, Hashable {
  /// None was placed; the cart can be changed.
  case open
  /// It is to be placed as soon as the server has everything before it. The cart cannot be changed.
  case waiting(CartMark)
  /// It was refused, for this reason; the cart can be changed and ordered again.
  case refused(ChangeRefusal<CartRejection>)
  /// The last cart was ordered, under this number. The next one is open.
  case placed(String)
}

/// The lines of a cart that had to be abandoned.
///
/// The app may add again those that the menu still has.
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

    init(item: CartItem, quantity: Int) {
      self.item = item
      self.quantity = quantity
    }
  }

  /// The reason.
  public let reason: Reason
  /// The lines, at least one.
  public let lines: [Line]

  /// The city that the cart was in.
  public var id: CityID { lines.first?.item.city ?? 0 }

  init(reason: Reason, lines: [Line]) {
    self.reason = reason
    self.lines = lines
  }

  /// Returns the cart with the lines of an earlier one of its city that it does not have.
  func adding(_ earlier: AbandonedCart) -> AbandonedCart {
    let own = Set(lines.map(\.item.line))
    return AbandonedCart(
      reason: reason, lines: earlier.lines.filter { !own.contains($0.item.line) } + lines)
  }
}
