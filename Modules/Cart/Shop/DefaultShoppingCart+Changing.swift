import Networking
import Pricing
import Storage
import Sync

extension DefaultShoppingCart {
  func add(_ item: CartItem, count: Int) async throws(CartError) -> Persistence {
    try item.check()
    let allowed = CartLimits.quantity
    // It takes longer to name than all lines to look at.
    let id = item.line
    return try await take { cart throws(CartError) in
      guard item.city == cart.city else { throw .anotherCity(item.city) }
      if let currency = cart.totals?.due.currency, currency != item.unitPrice.currency {
        throw .anotherCurrency(item.unitPrice.currency)
      }
      let line = cart.lines.first { $0.id == id }
      let base = line?.quantity ?? 0
      guard allowed.contains(count), base + count <= allowed.upperBound else {
        throw .badQuantity(count, allowed: allowed)
      }
      guard line != nil || cart.lines.count < CartLimits.lines else {
        throw .tooManyLines(limit: CartLimits.lines)
      }
      return .line(
        LineWish(
          item: item, quantity: base + count, base: base, isAddition: true,
          isMade: base == 0 && isCartKnown))
    }
  }

  func setQuantity(
    _ quantity: Int, of line: CartLine.ID
  ) async throws(CartError) -> Persistence {
    let allowed = 0...CartLimits.quantity.upperBound
    guard allowed.contains(quantity) else { throw .badQuantity(quantity, allowed: allowed) }
    return try await take { cart throws(CartError) in
      let line = try cart.chosen(line)
      return .line(
        LineWish(item: line.item, quantity: quantity, base: line.quantity, isAddition: false))
    }
  }

  func acceptPrice(of line: CartLine.ID) async throws(CartError) -> Persistence {
    try await take { cart throws(CartError) in
      let line = try cart.chosen(line)
      return .line(
        LineWish(
          item: line.item.sold(for: line.price.unit), quantity: line.quantity, base: line.quantity,
          isAddition: true))
    }
  }

  func setPromo(_ code: String, isWanted: Bool) async throws(CartError) -> Persistence {
    let code = code.trimmed.uppercased()
    guard (1...64).contains(code.utf8.count), code.allSatisfy(\.isVisible) else {
      throw .badPromoCode
    }
    return try await take { _ in .promo(code, isWanted: isWanted) }
  }

  func setFulfilment(_ fulfilment: CartFulfilment) async throws(CartError) -> Persistence {
    try await take { _ in .fulfilment(fulfilment) }
  }

  func placeOrder(for due: Money) async throws(CartError) -> Persistence {
    try await take { cart throws(CartError) in
      if let obstacle = cart.obstacle { throw .notReady(obstacle) }
      if let now = cart.totals?.due, now != due { throw .notReady(.due(now)) }
      let lines = cart.lines.filter { $0.kind == .chosen }.map { line in
        OrderWish.Line(configuration: line.item.configuration, quantity: line.quantity)
      }
      return .order(OrderWish(due: due.minorUnits, lines: lines))
    }
  }

  /// Shows a change at once, and puts it into the queue behind all that was shown before.
  private func take(
    _ wish: (CartState) throws(CartError) -> CartWish
  ) async throws(CartError) -> Persistence {
    try await load()
    guard let context else { throw .noCity }
    // From here to the first wait nobody else sees the cart, so no two count from the same state.
    let cart = makeState()
    if case .waiting = cart.order { throw .orderUnderWay }
    let wished = try wish(cart)
    let change = CartChange(cart: cartID(in: context), operation: makeID(), wish: wished)
    keepOrder(of: cart, before: change)
    show(change)
    return try await inTurn { () async throws(CartError) in
      defer {
        if let index = underWay.firstIndex(of: change) {
          underWay.remove(at: index)
          publish()
        }
      }
      let isKept = await keepIfNeeded()
      do throws(OutboxError) {
        let taken = try await outbox.take(change)
        if !goOn(with: taken, as: change), let newer = try await outbox.reading(after: reading) {
          reading = newer
        }
        return isKept == .persisted ? taken.persistence : isKept
      } catch { throw CartError(error) }
    }
  }

  /// Shows a change on top of what is shown.
  private func show(_ change: CartChange) {
    var queue = replayed.take()
    queue?.add(change)
    underWay.append(change)
    replayed = queue
    // Nobody else has anything to see to before it is in the queue.
    broadcast.tellNews(makeState())
  }

  /// Shows a change where it waits; returns whether nothing else has to be looked at.
  private func goOn(with taken: TakenChange<CartChange>, as change: CartChange) -> Bool {
    var queue = replayed.take()
    let count = items.count
    guard let index = reading.goOn(with: taken) else { return false }
    // What is shown on top of this one was replayed after it.
    guard underWay == [change], change.cart == kept?.id,
      queue?.note(items[index], isMerged: index < count) == true
    else { return true }
    underWay = []
    replayed = queue
    publish(isNews: true)
    return true
  }

  /// The cart to change; a new one where there is none.
  private func cartID(in context: RequestContext) -> String {
    if let id = kept?.id { return id }
    let id = makeID()
    kept = KeptCart(id: id, city: context.city, offer: kept?.offer, left: kept?.left ?? [])
    isUnkept = true
    isNew = true
    return id
  }

  /// Keeps the order of lines when a change behind all others would tell another one.
  private func keepOrder(of cart: CartState, before change: CartChange) {
    guard case .line(let wish) = change.wish, let replay = replayed?.replay,
      replay.isReordered(by: wish.item.line, keeping: kept?.order ?? [])
    else { return }
    kept?.order = cart.lines.chosen
    isUnkept = true
  }

  /// Keeps the id of a new cart before anything is said to be in it, and the order of its lines.
  private func keepIfNeeded() async -> Persistence {
    if case .pending = lastKept { isUnkept = true }
    if isUnkept, let kept {
      isUnkept = false
      lastKept = await shelf.keep(kept)
    }
    return lastKept
  }
}

extension CartState {
  /// A line that the user may change.
  fileprivate func chosen(_ id: CartLine.ID) throws(CartError) -> CartLine {
    guard let line = lines.first(where: { $0.id == id }), line.kind == .chosen else {
      throw .unknownLine(id)
    }
    return line
  }

  /// What has to be seen to before this can be ordered.
  fileprivate var obstacle: CartError.Obstacle? {
    let undecided = waiting.filter { $0.mark.isFailed && $0.subject != .order }
    guard undecided.isEmpty else { return .undecided(undecided.map(\.id)) }
    guard lines.contains(where: { $0.kind == .chosen }) else { return .empty }
    let changed = lines.filter(\.hasNewPrice)
    guard changed.isEmpty else { return .pricesChanged(changed.map(\.id)) }
    let unavailable = lines.filter { !$0.problems.isEmpty }
    guard unavailable.isEmpty else { return .lines(unavailable.map(\.id)) }
    return problems.first.map(CartError.Obstacle.problem)
  }
}

extension CartLine {
  fileprivate var hasNewPrice: Bool {
    problems.contains { if case .priceChanged = $0 { true } else { false } }
  }
}
