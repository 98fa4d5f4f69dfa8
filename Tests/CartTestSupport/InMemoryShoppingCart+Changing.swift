public import Cart
public import Pricing
public import Storage
import Networking
import Sync
import Synchronization

extension InMemoryShoppingCart {
  /// Adds so many to a line.
  public func add(_ item: CartItem, count: Int) async throws(CartError) -> Persistence {
    let text = item.line.rawValue
    guard !item.configuration.product.isEmpty, text.utf8.count <= 4_096,
      item.configuration.removed.count < 100
    else { throw .badItem("configuration") }
    guard !item.name.isEmpty else { throw .badItem("name") }
    guard (0...1_000_000_000_000).contains(item.unitPrice.minorUnits) else {
      throw .badItem("price")
    }
    return try take { state throws(CartError) in
      guard item.city == state.city else { throw .anotherCity(item.city) }
      let currency = item.unitPrice.currency
      if let due = state.totals?.due, due.currency != currency { throw .anotherCurrency(currency) }
      let present = state.quantity(of: item)
      guard (1...99).contains(count), present + count <= 99 else {
        throw .badQuantity(count, allowed: 1...99)
      }
      return .line(item, quantity: present + count, added: count)
    }
  }

  /// Makes it so many of a line.
  public func setQuantity(
    _ quantity: Int, of line: CartLine.ID
  ) async throws(CartError) -> Persistence {
    guard (0...99).contains(quantity) else { throw .badQuantity(quantity, allowed: 0...99) }
    return try take { state throws(CartError) in
      .line(try state.own(line).item, quantity: quantity, added: nil)
    }
  }

  /// Takes a line at the price of now.
  public func acceptPrice(of line: CartLine.ID) async throws(CartError) -> Persistence {
    try take { state throws(CartError) in
      let line = try state.own(line)
      let old = line.item
      let item = CartItem(
        old.configuration, city: old.city, name: old.name, variantName: old.variantName,
        details: old.details, image: old.image, unitPrice: line.price.unit, revision: old.revision)
      return .line(item, quantity: line.quantity, added: 0)
    }
  }

  /// Puts a promo code in, or takes it out.
  public func setPromo(_ code: String, isWanted: Bool) async throws(CartError) -> Persistence {
    let words = code.uppercased().split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].utf8.count <= 64,
      words[0].unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { throw .badPromoCode }
    return try take { _ in .promo(String(words[0]), isWanted: isWanted) }
  }

  /// Says how the order reaches the user.
  public func setFulfilment(_ fulfilment: CartFulfilment) async throws(CartError) -> Persistence {
    try take { _ in .fulfilment(fulfilment) }
  }

  /// Orders for a sum.
  public func placeOrder(for due: Money) async throws(CartError) -> Persistence {
    try take { state throws(CartError) in
      let chosen = state.lines.filter { $0.kind == .chosen }
      guard !chosen.isEmpty else { throw .notReady(.empty) }
      let dearer = chosen.filter { $0.item.unitPrice != $0.price.unit }
      guard dearer.isEmpty else { throw .notReady(.pricesChanged(dearer.map(\.id))) }
      let gone = chosen.filter { !$0.problems.isEmpty }
      guard gone.isEmpty else { throw .notReady(.lines(gone.map(\.id))) }
      if let problem = state.problems.first { throw .notReady(.problem(problem)) }
      if let now = state.totals?.due, now != due { throw .notReady(.due(now)) }
      return .order(due: due.minorUnits, lines: chosen)
    }
  }

  private func take(
    _ wish: (CartState) throws(CartError) -> SketchedChange.Wish
  ) throws(CartError) -> Persistence {
    let state = state
    guard memory.withLock({ $0.context }) != nil, let city = state.city else { throw .noCity }
    if case .waiting = state.order { throw .orderUnderWay }
    let wish = try wish(state)
    kept.values.withLock { values in
      values.count += 1
      values.city = city
      values.ordered = nil
      if values.id == nil { values.id = "cart-\(values.count)" }
      values.take(wish)
    }
    tell()
    return .memoryOnly
  }
}

extension InMemoryShoppingCart.Kept.Values {
  /// Puts a wish behind the others, or makes it one with the last of its kind that was not sent.
  fileprivate mutating func take(_ wish: SketchedChange.Wish) {
    changes.removeAll { $0.refusal != nil && $0.wish.isReplaced(by: wish) }
    let index = changes.lastIndex { $0.wish.isAboutTheSame(as: wish) }
    guard let index, changes[index].key == nil, !changes[index].mayBeApplied,
      changes[index].refusal == nil
    else {
      var change = SketchedChange(id: count, operation: "operation-\(count)", wish: wish)
      if case .line(_, let quantity, let added?) = wish { change.isNewLine = quantity == added }
      changes.append(change)
      return
    }
    switch (changes[index].wish, wish) {
    case (.line, .line(_, 0, nil)) where changes[index].isNewLine: changes.remove(at: index)
    case (.line(_, _, let first?), .line(let item, let quantity, let last?)):
      changes[index].wish = .line(item, quantity: quantity, added: first + last)
    default: changes[index].wish = wish
    }
  }
}

extension SketchedChange.Wish {
  func isAboutTheSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.line(let first, _, _), .line(let second, _, _)): first.line == second.line
    case (.promo(let first, _), .promo(let second, _)): first == second
    case (.fulfilment, .fulfilment): true
    default: false
    }
  }

  fileprivate func isReplaced(by other: Self) -> Bool {
    switch (self, other) {
    case (.order, .order): true
    case (.line, .line(_, _, _?)): false
    default: isAboutTheSame(as: other)
    }
  }
}

extension CartState {
  fileprivate func own(_ id: CartLine.ID) throws(CartError) -> CartLine {
    guard let line = lines.first(where: { $0.id == id && $0.kind == .chosen }) else {
      throw .unknownLine(id)
    }
    return line
  }
}
