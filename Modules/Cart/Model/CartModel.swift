import Commerce
import Networking
import Sync

/// The functions with which an `OptimisticStore` fetches the carts, sends changes and computes the
/// state.
struct CartModel: OptimisticModel {
  typealias Failure = CartError
  typealias Snapshot = OptimisticSnapshot<CartBase, CartChange>

  let server: CartServer
  let estimatedFees: FeeEstimate
  let placeAtServer: PlaceLookup

  // MARK: State

  func state(of snapshot: Snapshot) -> CartState {
    let base = snapshot.base
    var state = CartState()
    state.city = snapshot.context?.city
    state.sync = snapshot.sync
    state.placedOrders = base.carts.flatMap(\.placed)
    var editsByCity: [CityID: [PendingEdit]] = [:]
    for item in snapshot.pending {
      guard let change = item.change, let edit = PendingEdit(item) else {
        state.pending.append(PendingCartChange(item: item))
        continue
      }
      guard let cart = base.cart(of: change) else { continue }
      editsByCity[cart.id, default: []].append(edit)
      let label = edit.line.flatMap { base.labels[$0]?.name }
      state.pending.append(PendingCartChange(item: item, line: edit.line, label: label))
      if var order = change.order {
        if item.refusal == nil {
          order.isWithdrawn = cart.withdrawn == order.id
          state.placedOrders.append(order)
        }
        if cart.id == state.city {
          state.order = item.refusal.map(OrderPlacement.refused) ?? .pending(edit.status)
        }
      }
    }
    for cart in base.carts {
      let edits = editsByCity[cart.id] ?? []
      if cart.id == state.city {
        show(cart, edits, base, &state)
      } else if cart.phase != .ended {
        let lines = CartProjection(cart.server, edits).wanted(by: base.order(of: cart))
        if !lines.isEmpty { state.others.append(OtherCart(city: cart.id, lines: lines)) }
      }
      if !cart.setAside.isEmpty {
        state.others.append(OtherCart(city: cart.id, isClosed: true, lines: cart.setAside))
      }
    }
    return state
  }

  /// Shows the cart of the chosen city, or only its order if the cart has ended.
  private func show(
    _ cart: StoredCart, _ edits: [PendingEdit], _ base: CartBase, _ state: inout CartState
  ) {
    if case .open = state.order, let last = cart.last {
      state.order = .placed(id: last.id, number: last.number)
    }
    guard cart.phase != .ended else { return }
    state.id = cart.key.id
    state.isComplete = !cart.isUnfetched
    let projection = CartProjection(cart.server, edits, accepted: cart.accepted)
    state.lines = projection.arranged(by: base.order(of: cart))
    if !base.labels.isEmpty {
      let isRepriced = projection.fulfillment?.method != cart.server?.fulfillment?.method
      for place in state.lines.indices {
        guard let item = base.labels[state.lines[place].id] else { continue }
        state.lines[place].show(item, withPrice: isRepriced)
      }
    }
    state.promos = projection.promos
    state.fulfillment = projection.fulfillment
    state.problems = cart.server?.problems ?? []
    if !state.lines.isEmpty { showSums(of: cart, isAhead: projection.isAhead, base, &state) }
  }

  /// Shows the sums of a cart with lines, and the problem that they are unknown or below the minimum.
  private func showSums(
    of cart: StoredCart, isAhead: Bool, _ base: CartBase, _ state: inout CartState
  ) {
    guard let currency = state.lines.currency, !cart.isUnfetched else {
      return state.problems.append(.sumsUnknown)
    }
    let known = isAhead ? nil : cart.server?.totals
    var totals = known ?? estimate(state, cart.server, in: currency)
    if !base.fetched.contains(cart.key.id) { totals.isEstimate = true }
    state.totals = totals
    guard let minimum = cart.server?.minimum, minimum.currency == currency,
      totals.ordered.minorUnits < minimum.minorUnits
    else { return }
    let missing = minimum.minorUnits - totals.ordered.minorUnits
    state.problems.insert(.belowMinimum(minimum, missing: .init(missing, currency)), at: 0)
  }

  /// Computes the sums of lines and fees that the server has not seen yet.
  ///
  /// They are exact only if the app computes every fee, and no promo code has a say.
  private func estimate(
    _ state: CartState, _ server: ServerCart?, in currency: CurrencyCode
  ) -> CartTotals {
    let sums = CartTotals(state.lines, fees: [], in: currency, isEstimate: true, isExact: false)
    let named = state.city.map { estimatedFees($0, state.fulfillment, sums.ordered) } ?? []
    let known = named.filter { fee in
      fee.isExact && fee.amount.currency == currency
        && Amount(rawValue: fee.amount.minorUnits) != nil
    }
    let others = (server?.totals.fees ?? []).filter { fee in
      fee.amount.currency == currency && !known.contains { $0.kind == fee.kind }
    }
    let isExact =
      !known.isEmpty && known.count == named.count && others.isEmpty && state.promos.isEmpty
      && state.lines.allSatisfy { $0.price.discounts.isEmpty && $0.raw == nil && $0.quantity > 0 }
    return CartTotals(
      state.lines, fees: others + known.filter { $0.amount.minorUnits != 0 }, in: currency,
      isEstimate: true, isExact: isExact)
  }

  // MARK: Rules

  func reconcile(_ base: inout CartBase, with snapshot: Snapshot) -> [Resolution<CartChange>] {
    // Each cart that only the pending changes know is stored again.
    base.recover(from: snapshot.pending)
    // Each cart keeps the places of its lines, or sets them aside once it is closed.
    for place in base.carts.indices where base.carts[place].phase != .ended {
      settle(place, in: &base, snapshot.pending)
    }
    // Each change that is superseded or taken back is discarded.
    return snapshot.pending.compactMap { item in
      // The others are not looked at: each tap reads the whole queue.
      guard item.refusal != nil || item.lane.kind == CartChange.orderKind, let change = item.change
      else { return nil }
      let cart = base.cart(of: change)
      // An order that the user has taken back goes as soon as it is certain that the server does not have it.
      if let order = change.order, cart?.withdrawn == order.id, !item.mayBeApplied {
        return .discard(item.id)
      }
      guard item.refusal != nil else { return nil }
      guard cart != nil else { return .discard(item.id) }
      // An order that is sent again orders the cart as the user saw it then, and a later change of the
      // cart would be lost with the cart. So any later change of the cart supersedes a refused order. The
      // server may already have applied the later change.
      let isSuperseded = (snapshot.pending + snapshot.contained).contains { later in
        guard later.id > item.id, let last = later.change else { return false }
        return change.order != nil
          ? last.cart == change.cart : later.lane == item.lane && last.supersedes(change)
      }
      return isSuperseded ? .discard(item.id) : nil
    }
  }

  /// Sets the lines of a closed cart aside, unless the server may have an unanswered order of it.
  ///
  /// The display order of any other cart is stored whenever the server's lines have become others. At a
  /// launch, the order follows from the stored one and the pending changes.
  private func settle(
    _ place: Int, in base: inout CartBase, _ pending: [OutboxItem<CartChange>]
  ) {
    let cart = base.carts[place]
    let own = pending.filter { $0.change?.cart == cart.key }
    var edits = own.compactMap(PendingEdit.init)
    if cart.phase == .closed,
      !own.contains(where: { $0.change?.order != nil && $0.mayBeApplied })
    {
      // A change that was refused only because the cart was closed is still wanted.
      for edit in edits.indices where edits[edit].status == .failed(.rejected(.cartClosed)) {
        edits[edit].status = .maybeApplied
      }
      let wanted = CartProjection(cart.server, edits).wanted(by: base.order(of: cart))
      base.carts[place].setAside(wanted)
      return base.carts[place].end()
    }
    let shown = CartProjection(cart.server, edits).arranged(by: base.order(of: cart)).map(\.id)
    base.shown[cart.id] = shown
    if let lines = cart.server?.lines, Set(lines.map(\.id)) != Set(cart.order) {
      base.carts[place].order = shown
    }
  }

  // MARK: Server

  func fetch(
    _ base: CartBase, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<CartBase> {
    let open = base.carts.filter { $0.phase == .open }
    // The cart of another city tells the server's time as well, which an order of it may need.
    let known = open.first { $0.id == context.city } ?? open.first { $0.context != nil }
    guard let cart = known, let its = cart.context(chosen: context) else { return .notModified }
    return await server.fetch(cart, unless: validator, in: its)
  }

  func send(
    _ outgoing: OutgoingChange<CartChange>, on base: CartBase, in chosen: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    var change = outgoing.change
    let last = base[change.cart.city]
    // The record of a placed order may be lost, and restored with a later cart.
    let mayBeLost =
      change.order != nil && outgoing.mayBeApplied && last?.key.number ?? 0 > change.cart.number
    guard let cart = base.cart(of: change) ?? (mayBeLost ? last : nil) else {
      return .applied(ServerUpdate())
    }
    // A change is sent in the city of its cart, whatever city is chosen now.
    guard let context = cart.context(chosen: chosen) else { return .waiting }
    switch change.edit {
    case .fulfillment(let fulfillment):
      switch placeAtServer(fulfillment) {
      case .resolved(let place):
        change = change.with(.fulfillment(CartFulfillment(fulfillment.method, place)))
      case .pending: return .waiting
      // An earlier attempt may have been applied. The state then shows its fulfillment after a fetch.
      case .unknown:
        return .rejected(.unknownPlace, ServerUpdate(needsFetch: outgoing.mayBeApplied))
      }
    case .order(let order, _):
      // An order that may be placed is sent again, until the server tells its outcome.
      if !outgoing.mayBeApplied, let outcome = outcomeUnsent(order, of: cart) { return outcome }
    case .line, .promo: break
    }
    return await server.send(
      change, key: outgoing.key, tappedAt: outgoing.tappedAt, mayBeApplied: outgoing.mayBeApplied,
      in: context)
  }

  /// Returns the outcome of an order that must not be sent; `nil` if the order can be sent.
  ///
  /// The order must not be sent in three cases:
  /// - The user has taken it back while its first attempt was recorded.
  /// - The fulfillment of the server's cart differs from the one that the user saw. The server cannot
  ///   detect the difference, because the request contains no fulfillment.
  /// - The server's id of the delivery address or restaurant is unknown.
  private func outcomeUnsent(
    _ order: PlacedOrder, of cart: StoredCart
  ) -> SendOutcome<CartChange, CartBase>? {
    // It is discarded when its record of the attempt is taken back.
    if cart.withdrawn == order.id { return .waiting }
    guard let known = cart.server, cart.phase == .open else { return nil }
    guard let shown = order.fulfillment else {
      return known.fulfillment == nil ? nil : .rejected(.fulfillmentChanged)
    }
    switch placeAtServer(shown) {
    case .resolved(let place):
      let isSame = known.fulfillment == CartFulfillment(shown.method, place)
      return isSame ? nil : .rejected(.fulfillmentChanged)
    case .pending: return .waiting
    case .unknown: return .rejected(.fulfillmentChanged)
    }
  }
}
