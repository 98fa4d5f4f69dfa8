import Networking
import Pricing
import Storage
import Sync

extension DefaultShoppingCart {
  /// How things stand: a function of what is kept, what the server has and what waits.
  func makeState() -> CartState {
    var state = CartState()
    state.id = kept?.id
    state.city = context?.city ?? kept?.city
    state.offer = kept?.offer
    state.fetch = fetchState
    let own = items.indices.filter {
      items[$0].change == nil || items[$0].change?.cart == kept?.id
    }
    state.waiting = own.compactMap { waiting(items[$0], about: queued[$0]?.line) }
    state.order = orderState(own.map { items[$0] })
    let coming = underWay.filter { $0.cart == kept?.id }
      .map { PendingWish(wish: $0.wish, mark: .pending) }
    let replay = CartReplay(serverCart, own.compactMap { queued[$0] } + coming)
    state.lines = replay.lines
    state.promos = replay.promos
    state.fulfilment = replay.fulfilment
    guard let currency = serverCart?.currency ?? replay.lines.first?.price.unit.currency,
      !replay.lines.isEmpty
    else { return state }
    let wasDoubted = serverCart?.problems.contains(.sumsDiffer) ?? true
    let totals = CartTotals(
      replay.lines, fees: serverCart?.fees ?? [], in: currency,
      isEstimate: replay.isAhead || wasDoubted)
    state.totals = totals
    state.problems = serverCart.map { $0.problems(of: totals) } ?? []
    return state
  }

  /// The server's cart, unless it is one that was left.
  var serverCart: ServerCart? {
    guard let cart = snapshot?.value ?? nil, cart.id == kept?.id else { return nil }
    return cart
  }

  /// Whether what is not shown is not there; offline after a restart nobody knows.
  var isCartKnown: Bool { kept?.id == nil || isNew || serverCart != nil }

  private func waiting(
    _ item: OutboxItem<CartChange>, about line: CartLine.ID?
  ) -> WaitingChange? {
    // The server has it, so it does not wait.
    if case .settling = item.reason { return nil }
    let subject: WaitingChange.Subject =
      switch item.change?.wish {
      case .line(let wish):
        .line(line ?? wish.item.line, name: wish.item.name, quantity: wish.quantity)
      case .promo(let code, let isWanted): .promo(code, isWanted: isWanted)
      case .fulfilment(let fulfilment): .fulfilment(fulfilment)
      case .order: .order
      case nil: .unreadable
      }
    let isCityless = context == nil && item.reason == .next
    return WaitingChange(
      id: item.id, subject: subject, mark: item.mark,
      reason: isCityless ? .gate([.noCity]) : item.reason)
  }

  private func orderState(_ own: [OutboxItem<CartChange>]) -> OrderState {
    let order = own.last { item in
      if case .order = item.change?.wish { true } else { false }
    }
    let isComing = underWay.contains { change in
      if case .order = change.wish { change.cart == kept?.id } else { false }
    }
    if isComing { return .waiting(.pending) }
    guard let order else { return kept?.ordered.map(OrderState.placed) ?? .open }
    if case .failed(let reason) = order.mark { return .refused(reason) }
    return .waiting(order.mark)
  }

  private var fetchState: CartFetch {
    switch snapshot?.fetch {
    case nil, .idle: .idle
    case .fetching where context == nil: .closed([.noCity])
    case .fetching: .fetching
    case .failed(let reason): .failed(reason)
    case .closed(let reasons): .closed(reasons)
    }
  }
}

extension OutboxItem<CartChange> {
  /// The badge beside what it is about.
  var mark: CartMark {
    switch reason {
    case .needsDecision(let reason): .failed(reason)
    case .settling: .confirmed
    case .next, .inFlight, .gate, .behind, .dependsOn, .backoff:
      mayBeApplied ? .maybeApplied : .pending
    }
  }
}

extension ServerCart {
  /// What stands against an order of these totals.
  fileprivate func problems(of totals: CartTotals) -> [CartProblem] {
    let ordered = totals.items.minorUnits - totals.discount.minorUnits
    guard ordered < minimum.minorUnits else { return problems }
    let missing = minimum.minorUnits - ordered
    return [.belowMinimum(minimum, missing: .init(missing, currency))] + problems
  }
}
