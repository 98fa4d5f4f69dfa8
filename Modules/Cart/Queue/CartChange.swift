import Networking
import Sync

/// A change of a cart, as it is kept and sent.
struct CartChange: OutboxChange {
  typealias Rejection = CartRejection

  /// The cart that it is for; a cart that was left is told nothing more.
  let cart: String
  /// Names what the user did, also when it is sent anew on another base: the server does it once.
  let operation: String
  /// What there is to be.
  let wish: CartWish

  /// The refusal of a release that stored the service's text alone.
  static func rejection(fromStoredText text: String) -> CartRejection? {
    text == "the cart is closed" ? .cartClosed : .other(code: "", text: text)
  }

  var lane: Lane {
    switch wish {
    case .line(let wish): Lane("line", "\(cart) \(wish.item.line.rawValue)")
    // What a code does depends on those before it.
    case .promo: Lane("promos", cart)
    case .fulfillment: Lane("fulfilment", cart)
    case .order: Lane("order", cart)
    }
  }

  /// The city of its cart, when it names one.
  var city: CityID? {
    if case .line(let wish) = wish { wish.item.city } else { nil }
  }

  /// The line that its lane is named after: to name both anew for each look would take long.
  func line(in lane: Lane) -> CartLine.ID? {
    guard case .line = wish else { return nil }
    return CartLine.ID(rawValue: String(Substring(lane.id.utf8.dropFirst(cart.utf8.count + 1))))
  }

  /// An order is for the whole cart as the user saw it.
  var dependencies: Dependencies {
    if case .order = wish { .everything } else { .none }
  }

  func follow(_ earlier: CartChange) -> Coalescing<CartChange> {
    switch (earlier.wish, wish) {
    case (.line(let first), .line(let last)):
      if first.isMade && last.quantity == 0 { return .cancelled }
      return .merged(earlier.with(.line(first.followed(by: last))))
    case (.order, _), (_, .order): return .both
    default: return supersedes(earlier) ? .merged(earlier.with(wish)) : .both
    }
  }

  /// Whether it says anew what an earlier one of its lane said, so that nothing is lost without that.
  func supersedes(_ earlier: CartChange) -> Bool {
    switch (earlier.wish, wish) {
    case (.promo(let first, _), .promo(let last, _)): first == last
    case (.line, .line(let last)): !last.isAddition
    case (.fulfillment, .fulfillment), (.order, .order): true
    default: false
    }
  }

  /// The same operation with another wish.
  func with(_ wish: CartWish) -> CartChange {
    CartChange(cart: cart, operation: operation, wish: wish)
  }
}

/// What the user wants there to be.
///
/// Indirect: a queue of hundreds is copied with each tap.
indirect enum CartWish: Codable, Sendable, Equatable {
  case line(LineWish)
  case promo(String, isWanted: Bool)
  case fulfillment(CartFulfillment)
  /// The cart as it was shown.
  case order(OrderWish)

  private enum CodingKeys: String, CodingKey {
    case line, promo, order
    case fulfillment = "fulfilment"
  }
}

/// So many of an item.
struct LineWish: Codable, Sendable, Equatable {
  let item: CartItem
  /// How many there are to be; none removes the line.
  let quantity: Int
  /// How many the user saw before.
  let base: Int
  /// Whether it was added to those, be it nothing, so that what another device has added meanwhile
  /// counts too.
  let isAddition: Bool
  /// Whether it made the line: the server's cart was known to be without it.
  var isMade = false

  /// Both as one.
  func followed(by last: LineWish) -> LineWish {
    let sum = last.isAddition ? quantity + last.quantity - last.base : last.quantity
    return LineWish(
      item: last.item, quantity: sum, base: base, isAddition: isAddition && last.isAddition,
      isMade: isMade)
  }

  /// The same addition where there are so many by now.
  func rebased(on present: Int) -> LineWish {
    LineWish(
      item: item, quantity: min(present + quantity - base, CartLimits.quantity.upperBound),
      base: present, isAddition: isAddition)
  }
}

/// The cart that the user saw and ordered.
struct OrderWish: Codable, Sendable, Equatable {
  struct Line: Codable, Sendable, Equatable {
    let configuration: CartConfiguration
    let quantity: Int
  }

  /// What was shown to be due.
  let due: Int64
  /// What the user had put into it.
  let lines: [Line]
}
