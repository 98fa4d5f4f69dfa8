public import Commerce
public import Sync

/// A change of a cart that the server has not confirmed, for a list in which the user retries or discards it.
public struct PendingCartChange: Sendable, Equatable, Identifiable {
  /// The part of the cart that a change affects, with the value that the user wants.
  public enum Subject: Sendable, Hashable {
    /// A line, with the name of its product and the requested quantity.
    case line(CartLine.ID, name: String, quantity: Int)
    /// A promo code; the change adds the code if `isWanted` is `true`, and otherwise removes the code.
    case promo(String, isWanted: Bool)
    /// The fulfillment method and its place.
    case fulfillment(CartFulfillment)
    /// An order of the whole cart, which ``ShoppingCart/placeOrder(for:)`` has queued.
    case order
    /// A change that a newer release stored and this release cannot decode; it stays in the queue.
    ///
    /// No cart can be ordered until a release that decodes the change has sent it, or the user has discarded
    /// it. The server may have applied it, for example an order, so warn the user.
    case unreadable
  }

  let item: OutboxItem<CartChange>
  /// The id of the changed line; `nil` if the change is not about a line.
  var line: CartLine.ID?
  /// The name with which the line is shown; `nil` for that in the change.
  var label: String?

  /// The id of the change, for `retry(_:)` and `discard(_:)`; a later change has a higher id.
  public var id: ChangeID { item.id }
  /// The city of the changed cart; `nil` if this release cannot decode the change.
  public var city: CityID? { item.change?.cart.city }
  /// The part of the cart that the change affects, with the wanted value, such as the quantity of a line.
  public var subject: Subject {
    switch item.change?.edit {
    case .line(let edit):
      .line(line ?? edit.line, name: label ?? edit.item.name, quantity: edit.quantity)
    case .promo(let code, let isWanted): .promo(code, isWanted: isWanted)
    case .fulfillment(let fulfillment): .fulfillment(fulfillment)
    case .order: .order
    case nil: .unreadable
    }
  }
  /// The synchronization status of the change, which is never `confirmed`.
  public var status: SyncStatus<CartRejection> { item.status }
  /// The reason why the change is still queued, such as `.ready` if it is sent next.
  public var reason: WaitReason { item.reason }
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
