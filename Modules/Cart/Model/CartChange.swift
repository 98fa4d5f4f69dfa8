import Networking
import Sync

/// A change of a cart, in the form in which it is stored and sent.
struct CartChange: OutboxChange {
  typealias Rejection = CartRejection

  /// The cart to change; if another cart of the city has followed it, the change is not sent.
  let cart: CartKey
  /// The id of the user's action or of the import; the server applies an action with the same id only once.
  ///
  /// The id stays the same if the change is rebased on a newer cart after a conflict.
  let operation: String
  /// The edit, which states the requested result.
  ///
  /// Even an addition contains the whole requested quantity. So applying an edit twice has the same
  /// effect as applying it once.
  let edit: CartOperation
  /// The context of the cart's city, in case that the record of the cart is lost.
  var context: StoredContext?

  /// The beginning of the operation of an imported change.
  private static let importPrefix = "import "

  var uniqueName: String? { operation.hasPrefix(Self.importPrefix) ? operation : nil }

  /// The kind of the lane of orders.
  static let orderKind = "order"

  var lane: Lane {
    switch edit {
    case .line(let edit): Lane("line", "\(cart.id) \(edit.line.rawValue)")
    // The effect of a promo code depends on the codes before it, so all codes are sent one after the
    // other.
    case .promo: Lane("promos", cart.id)
    case .fulfillment: Lane("fulfilment", cart.id)
    case .order: Lane(Self.orderKind, cart.id)
    }
  }

  /// The order, if the change orders the cart.
  var order: PlacedOrder? { if case .order(let order, _) = edit { order } else { nil } }

  /// Returns the id of the changed line; `nil` if the change is not about a line.
  ///
  /// The id is taken from `lane`, the lane of this change, because computing the id again would be
  /// slow.
  func line(in lane: Lane) -> CartLine.ID? {
    guard case .line = edit else { return nil }
    return CartLine.ID(rawValue: String(Substring(lane.id.utf8.dropFirst(cart.id.utf8.count + 1))))
  }

  /// The changes of the cart before an order, so that the server orders the cart as the user saw it.
  var dependencies: Set<Lane> { if case .order(_, let lanes) = edit { lanes } else { [] } }

  var validFor: Duration? { order.map { _ in CartLimits.orderValidity } }
  var recordsFirstAttempt: Bool { order != nil }

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
  /// A relative change supersedes no change, because it adds units to the earlier quantity. A change of
  /// a promo code supersedes only changes of the same code.
  func supersedes(_ earlier: CartChange) -> Bool {
    switch (earlier.edit, edit) {
    case (.promo(let first, _), .promo(let last, _)): first == last
    case (.line, .line(let last)): !last.isRelative
    case (.fulfillment, .fulfillment), (.order, .order): true
    default: false
    }
  }

  /// Returns a change with the same operation id and another edit.
  func with(_ edit: CartOperation) -> CartChange {
    CartChange(cart: cart, operation: operation, edit: edit, context: context)
  }
}

extension CartChange {
  /// Creates a change that adds a part of another user's cart; a repeated import makes it again.
  init(
    importing edit: CartOperation, of other: CartKey, to cart: CartKey, _ context: StoredContext?
  ) {
    let part =
      switch edit {
      // A service may limit the length of an operation, and the id of a combo is long.
      case .line(let edit): String(edit.line.rawValue.utf8.reduce(Self.seed, Self.hash), radix: 16)
      case .promo(let code, _): "promo \(code)"
      case .fulfillment, .order: "-"
      }
    self.init(
      cart: cart, operation: "\(Self.importPrefix)\(other.id) \(part)", edit: edit, context: context
    )
  }

  /// The initial value of the FNV-1a hash with 64 bits (RFC 9923).
  private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  private static func hash(_ value: UInt64, _ byte: UInt8) -> UInt64 {
    (value ^ UInt64(byte)) &* 0x100_0000_01b3
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
  /// An order of the cart as the user saw it, after the changes in these lanes.
  case order(PlacedOrder, after: Set<Lane>)
}

/// A change of the quantity of an item.
struct LineEdit: Codable, Sendable, Equatable {
  let item: CartItem
  /// The requested quantity.
  let quantity: Int
  /// The quantity that was displayed before the edit.
  let base: Int
  /// Whether the edit adds the difference between `quantity` and `base` to whatever the server has.
  ///
  /// An edit that only accepts a new price adds zero units.
  let isRelative: Bool
  /// Whether the displayed cart did not contain the line before the edit.
  ///
  /// If the user then removes the line before the edit is sent, nothing is sent, unless another device has
  /// added units to the line meanwhile.
  var isMade = false
  /// The line before the edit; `nil` if all of it could be read.
  var damaged: CartLine?

  /// The id of the edited line.
  var line: CartLine.ID { damaged?.id ?? item.line }
}

extension LineEdit {
  init(_ line: CartLine, quantity: Int, isRelative: Bool, item: CartItem? = nil) {
    self.init(
      item: item ?? line.item, quantity: quantity, base: line.quantity, isRelative: isRelative,
      damaged: line.raw == nil ? nil : line)
  }

  /// Returns one edit with the combined effect of this edit and `last`, a later edit of the same line.
  func followed(by last: LineEdit) -> LineEdit {
    let sum = last.isRelative ? quantity + last.quantity - last.base : last.quantity
    return LineEdit(
      item: last.item, quantity: max(sum, 0), base: base, isRelative: isRelative && last.isRelative,
      isMade: isMade && (last.isRelative || last.base == quantity), damaged: damaged)
  }

  /// Returns an edit that adds the units of this relative edit to `present`, the current quantity.
  ///
  /// The new quantity is at most the maximum of ``CartLimits/quantity``, unless the line already has
  /// more units: the server may allow more.
  func rebased(on present: Int) -> LineEdit {
    let maximum = max(present, CartLimits.quantity.upperBound)
    return LineEdit(
      item: item, quantity: min(max(present + quantity - base, 0), maximum), base: present,
      isRelative: isRelative, damaged: damaged)
  }
}
