import Sync

/// A change of a cart, as it is kept and sent.
struct CartChange: OutboxChange {
  /// The cart that it is for; a cart that was left is told nothing more.
  let cart: String
  /// Names what the user did, also when it is sent anew on another base: the server does it once.
  let operation: String
  /// What there is to be.
  let wish: CartWish

  var lane: Lane {
    switch wish {
    case .line(let wish): Lane("line", "\(cart) \(wish.item.line.rawValue)")
    // What a code does depends on those before it.
    case .promo: Lane("promos", cart)
    case .fulfilment: Lane("fulfilment", cart)
    case .order: Lane("order", cart)
    }
  }

  /// An order is for the whole cart as the user saw it.
  var dependencies: Dependencies {
    if case .order = wish { .everything } else { .none }
  }

  func follow(_ earlier: CartChange) -> Coalescing<CartChange> {
    switch (earlier.wish, wish) {
    case (.line(let first), .line(let last)):
      if first.base == 0 && last.quantity == 0 { return .cancelled }
      let merged = LineWish(
        item: last.item, quantity: last.quantity, base: first.base,
        isAddition: first.isAddition && last.isAddition)
      return .merged(earlier.with(.line(merged)))
    case (.order, _), (_, .order): return .both
    default: return supersedes(earlier) ? .merged(earlier.with(wish)) : .both
    }
  }

  /// Whether it says anew what an earlier one of its lane said.
  func supersedes(_ earlier: CartChange) -> Bool {
    switch (earlier.wish, wish) {
    case (.promo(let first, _), .promo(let last, _)): first == last
    case (.line, .line), (.fulfilment, .fulfilment), (.order, .order): true
    default: false
    }
  }

  /// The same operation with another wish.
  func with(_ wish: CartWish) -> CartChange {
    CartChange(cart: cart, operation: operation, wish: wish)
  }
}

/// What the user wants there to be.
enum CartWish: Codable, Sendable, Equatable {
  case line(LineWish)
  case promo(String, isWanted: Bool)
  case fulfilment(CartFulfilment)
  /// The cart as it is, for this sum.
  case order(due: Int64)
}

/// So many of an item.
struct LineWish: Codable, Sendable, Equatable {
  let item: CartItem
  /// How many there are to be; none removes the line.
  let quantity: Int
  /// How many the user saw before.
  let base: Int
  /// Whether it was added to those, so that what another device has added meanwhile counts too.
  let isAddition: Bool

  /// The same addition where there are so many by now.
  func rebased(on present: Int) -> LineWish {
    let limits = CartLimits.quantity
    let sum = max(present + quantity - base, limits.lowerBound)
    return LineWish(
      item: item, quantity: min(sum, limits.upperBound), base: present, isAddition: isAddition)
  }
}
