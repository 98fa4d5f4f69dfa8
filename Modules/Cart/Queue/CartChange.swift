import Networking
import Sync

/// A change of a cart, as it is stored and sent.
struct CartChange: OutboxChange {
  typealias Rejection = CartRejection

  /// The id of the cart; changes of an abandoned cart are not sent.
  let cart: String
  /// The id of the user's action, which stays when the change is rebased: the server applies it once.
  let operation: String
  /// The wanted state.
  let edit: CartOperation

  private enum CodingKeys: String, CodingKey {
    case cart, operation
    case edit = "wish"
  }

  /// Returns the refusal of a release that stored only the server's text.
  static func rejection(fromStoredText text: String) -> CartRejection? {
    text == "the cart is closed" ? .cartClosed : .other(code: "", text: text)
  }

  var lane: Lane {
    switch edit {
    case .line(let edit): Lane("line", "\(cart) \(edit.item.line.rawValue)")
    // The effect of a code depends on the codes before it.
    case .promo: Lane("promos", cart)
    case .fulfillment: Lane("fulfilment", cart)
    case .order: Lane("order", cart)
    }
  }

  /// Whether the change orders the cart.
  var isOrder: Bool { if case .order = edit { true } else { false } }

  /// The city of the cart; `nil` if the change does not contain it.
  var city: CityID? {
    if case .line(let edit) = edit { edit.item.city } else { nil }
  }

  /// The line that the lane is named after, because computing its id again is expensive.
  func line(in lane: Lane) -> CartLine.ID? {
    guard case .line = edit else { return nil }
    return CartLine.ID(rawValue: String(Substring(lane.id.utf8.dropFirst(cart.utf8.count + 1))))
  }

  /// An order depends on all earlier changes: it is for the cart that the user saw.
  var dependencies: ChangeDependencies {
    if case .order = edit { .everything } else { .none }
  }

  func coalesce(after earlier: CartChange) -> CoalescingResult<CartChange> {
    switch (earlier.edit, edit) {
    case (.line(let first), .line(let last)):
      if first.isMade && last.quantity == 0 { return .cancelled }
      return .merged(earlier.with(.line(first.followed(by: last))))
    case (.order, _), (_, .order): return .keepBoth
    default: return supersedes(earlier) ? .merged(earlier.with(edit)) : .keepBoth
    }
  }

  /// Whether the change replaces an earlier one of its lane, which can be discarded.
  func supersedes(_ earlier: CartChange) -> Bool {
    switch (earlier.edit, edit) {
    case (.promo(let first, _), .promo(let last, _)): first == last
    case (.line, .line(let last)): !last.isAddition
    case (.fulfillment, .fulfillment), (.order, .order): true
    default: false
    }
  }

  /// Returns the same operation with another edit.
  func with(_ edit: CartOperation) -> CartChange {
    CartChange(cart: cart, operation: operation, edit: edit)
  }
}

/// The state that the user wants.
///
/// Indirect, because a queue of hundreds is copied with each tap.
indirect enum CartOperation: Codable, Sendable, Equatable {
  case line(LineEdit)
  case promo(String, isWanted: Bool)
  case fulfillment(CartFulfillment)
  /// An order of the displayed cart.
  case order(OrderContent)

  private enum CodingKeys: String, CodingKey {
    case line, promo, order
    case fulfillment = "fulfilment"
  }
}

/// A wanted quantity of an item.
struct LineEdit: Codable, Sendable, Equatable {
  let item: CartItem
  /// The wanted quantity; 0 removes the line.
  let quantity: Int
  /// The quantity that the user saw before.
  let base: Int
  /// Whether the user added to ``base``, so that the difference is added to what another device has added
  /// meanwhile.
  let isAddition: Bool
  /// Whether the change creates the line, which the server's cart is known not to have.
  var isMade = false

  /// Returns both changes as one.
  func followed(by last: LineEdit) -> LineEdit {
    let sum = last.isAddition ? quantity + last.quantity - last.base : last.quantity
    return LineEdit(
      item: last.item, quantity: sum, base: base, isAddition: isAddition && last.isAddition,
      isMade: isMade)
  }

  /// Returns the same addition on another quantity.
  func rebased(on present: Int) -> LineEdit {
    LineEdit(
      item: item, quantity: min(present + quantity - base, CartLimits.quantity.upperBound),
      base: present, isAddition: isAddition)
  }
}

/// The displayed cart of an order.
struct OrderContent: Codable, Sendable, Equatable {
  struct Line: Codable, Sendable, Equatable {
    let configuration: CartConfiguration
    let quantity: Int
  }

  /// The displayed sum in minor units.
  let due: Int64
  /// The lines that the user added.
  let lines: [Line]
  /// The displayed order; `nil` if an earlier release has stored the change.
  var shown: PlacedOrder?
}
