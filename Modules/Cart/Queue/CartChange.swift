import Networking
import Sync

/// A change of a cart, in the form in which it is stored and sent.
struct CartChange: OutboxChange {
  typealias Rejection = CartRejection

  /// The id of the cart to change.
  ///
  /// If this cart has been abandoned, the change is not sent.
  let cart: String
  /// The id of the user's action; the server applies an action with the same id only once.
  ///
  /// The id stays the same if the change is rebased on a newer cart after a conflict.
  let operation: String
  /// The edit, which states the requested result.
  ///
  /// Even an addition contains the whole requested quantity. So applying an edit twice has the same
  /// effect as applying it once.
  let edit: CartOperation

  private enum CodingKeys: String, CodingKey {
    case cart, operation
    case edit = "wish"
  }

  var lane: Lane {
    switch edit {
    case .line(let edit): Lane("line", "\(cart) \(edit.item.line.rawValue)")
    // The effect of a promo code depends on the codes before it, so all codes are sent one after the
    // other.
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

  /// Returns the id of the changed line; `nil` if the change is not about a line.
  ///
  /// The id is taken from `lane`, the lane of this change, because computing the id again would be
  /// slow.
  func line(in lane: Lane) -> CartLine.ID? {
    guard case .line = edit else { return nil }
    return CartLine.ID(rawValue: String(Substring(lane.id.utf8.dropFirst(cart.utf8.count + 1))))
  }

  /// The changes that have to be applied before this change.
  ///
  /// An order waits for all earlier changes, so that the server orders the cart as the user saw it.
  var dependencies: ChangeDependencies {
    if case .order = edit { .everything } else { .none }
  }

  func coalesce(after earlier: CartChange) -> CoalescingResult<CartChange> {
    switch (earlier.edit, edit) {
    case (.line(let first), .line(let last)):
      if first.isMade && last.quantity == 0 && last.base == first.quantity { return .cancelled }
      return .merged(earlier.with(.line(first.followed(by: last))))
    case (.order, _), (_, .order): return .keepBoth
    default: return supersedes(earlier) ? .merged(earlier.with(edit)) : .keepBoth
    }
  }

  /// Whether an earlier change of the same `Lane` has no effect once this change is applied.
  ///
  /// An addition supersedes no change, because it adds units to the earlier quantity. A change of a
  /// promo code supersedes only changes of the same code.
  func supersedes(_ earlier: CartChange) -> Bool {
    switch (earlier.edit, edit) {
    case (.promo(let first, _), .promo(let last, _)): first == last
    case (.line, .line(let last)): !last.isAddition
    case (.fulfillment, .fulfillment), (.order, .order): true
    default: false
    }
  }

  /// Returns a change with the same operation id and another edit.
  func with(_ edit: CartOperation) -> CartChange {
    CartChange(cart: cart, operation: operation, edit: edit)
  }
}

/// A change of one part of the cart, or an order of the cart; each case states the requested result.
///
/// The enum is indirect because an indirect value is fast to copy, and each tap copies a queue of
/// hundreds of changes.
indirect enum CartOperation: Codable, Sendable, Equatable {
  case line(LineEdit)
  case promo(String, isWanted: Bool)
  case fulfillment(CartFulfillment)
  /// An order of the cart as the user saw it.
  case order(OrderContent)

  private enum CodingKeys: String, CodingKey {
    case line, promo, order
    case fulfillment = "fulfilment"
  }
}

/// A change of the quantity of an item.
struct LineEdit: Codable, Sendable, Equatable {
  let item: CartItem
  /// The requested quantity; 0 removes the line.
  let quantity: Int
  /// The quantity that the user saw before the change.
  let base: Int
  /// Whether the edit adds units to the quantity, instead of setting the quantity.
  ///
  /// The difference of ``quantity`` and ``base`` is added to the server's quantity, so that additions
  /// of two devices add up. An edit that only accepts a new price is an addition of zero units.
  let isAddition: Bool
  /// Whether the cart certainly did not contain the line before the edit.
  ///
  /// The value is `true` only if all lines of the cart were known, and none of them was this line. If
  /// the user then removes the line before the edit is sent, usually nothing is sent. The removal is
  /// sent only if another device has added units to the line meanwhile.
  var isMade = false

  /// Returns one edit with the combined effect of this edit and `last`, a later edit of the same line.
  func followed(by last: LineEdit) -> LineEdit {
    let sum = last.isAddition ? quantity + last.quantity - last.base : last.quantity
    return LineEdit(
      item: last.item, quantity: sum, base: base, isAddition: isAddition && last.isAddition,
      isMade: isMade && (last.isAddition || last.base == quantity))
  }

  /// Returns an edit that adds the units of this edit to `present`, the current quantity of the line.
  ///
  /// This edit has to be an addition. The new quantity is at most the maximum of
  /// ``CartLimits/quantity``, but never less than `present`: the server may allow more units.
  func rebased(on present: Int) -> LineEdit {
    let maximum = max(present, CartLimits.quantity.upperBound)
    return LineEdit(
      item: item, quantity: min(present + quantity - base, maximum), base: present,
      isAddition: isAddition)
  }
}

/// The content of an order: the cart as it was displayed.
struct OrderContent: Codable, Sendable, Equatable {
  struct Line: Codable, Sendable, Equatable {
    let configuration: CartConfiguration
    let quantity: Int
  }

  /// The displayed sum to pay, in minor units.
  let due: Int64
  /// The lines that the user added.
  let lines: [Line]
  /// The placed order as it was displayed; `nil` if an earlier release stored the change.
  var shown: PlacedOrder?
}
