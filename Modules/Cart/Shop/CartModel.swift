import Networking
import Pricing
import Sync

/// The functions with which an `OptimisticStore` fetches the cart, sends changes and computes the
/// state.
///
/// They also decide when a cart is abandoned.
struct CartModel: OptimisticModel {
  typealias Failure = CartError
  typealias Snapshot = OptimisticSnapshot<CartBase, CartChange>

  let server: CartServer
  let estimatedFees: CartFactory.FeeEstimate
  let placeAtServer: CartFactory.PlaceLookup

  // MARK: State

  func state(of cart: Snapshot) -> CartState {
    let (base, record) = (cart.base, cart.base.record)
    var state = CartState()
    state.id = record?.id
    state.city = cart.context?.city ?? record?.city
    state.abandoned = record?.abandoned ?? []
    state.sync = cart.sync
    state.isRecovered = base.isRecovered
    state.order = record?.ordered.map(OrderState.placed) ?? .open
    state.placedOrders = record?.placed ?? []
    var edits: [PendingEdit] = []
    for item in cart.pending where item.change.map({ !base.isAbandoned($0.cart) }) ?? true {
      let edit = PendingEdit(item)
      if let change = PendingCartChange(item, about: edit?.line, labels: base.labels) {
        state.pending.append(change)
      }
      if item.refusal == nil, let change = item.change, let order = base.order(of: change) {
        state.placedOrders.append(order)
      }
      // A pending change of another cart has no effect on this cart.
      guard let edit, item.change?.cart == record?.id else { continue }
      edits.append(edit)
      if case .order = edit.edit {
        state.order = item.refusal.map(OrderState.refused) ?? .pending(edit.status)
      }
    }
    let projection = CartProjection(base.server, edits)
    state.lines = projection.arranged(by: base.order).map(base.labeled)
    state.promos = projection.promos
    state.fulfillment = projection.fulfillment
    guard let currency = state.lines.first?.price.unit.currency else { return state }
    let wasDoubted = base.server?.problems.contains(.sumsDiffer) ?? true
    var totals = CartTotals(
      state.lines, fees: base.server?.fees ?? [], in: currency,
      isEstimate: projection.isAhead || wasDoubted)
    if projection.isAhead, let city = state.city {
      let known = estimatedFees(city, state.fulfillment, totals.items)
        .filter { $0.amount.currency == currency }
      let others = totals.fees.filter { fee in !known.contains { $0.kind == fee.kind } }
      totals = CartTotals(
        state.lines, fees: others + known.filter { $0.amount.minorUnits != 0 }, in: currency,
        isEstimate: true)
    }
    state.totals = totals
    state.problems = base.server?.problems(of: totals) ?? []
    return state
  }

  // MARK: Rules

  func reconcile(_ base: inout CartBase, with cart: Snapshot) -> [Resolution<CartChange>] {
    examine(&base, with: cart)
    // When the server accepts a pending order, the abandoned cart of the order's city is removed. Lines
    // that were fetched meanwhile would be lost, although no screen has shown them.
    if !cart.pending.containsOrder { base.addCompleted() }
    abandonUnrecorded(&base, with: cart)
    abandonIfNecessary(&base, with: cart)
    continueUnrecorded(&base, with: cart)
    base.forgetAbandoned(except: Set(cart.pending.compactMap(\.change?.cart)))
    arrange(&base, with: cart)
    return cart.pending.compactMap { item in
      guard item.refusal != nil, let change = item.change else { return nil }
      // An order that is sent again orders the cart as the user saw it then, and a later change of the
      // cart would be lost with the cart. So any later change of the cart supersedes a refused order. The
      // server may already have applied the later change.
      let isSuperseded = (cart.pending + cart.contained).contains { later in
        guard later.id > item.id, let last = later.change else { return false }
        return change.isOrder
          ? last.cart == change.cart : later.lane == item.lane && last.supersedes(change)
      }
      // No screen shows a refused change of an abandoned cart, and the next order would wait for the
      // change forever.
      return base.isAbandoned(change.cart) || isSuperseded ? .discard(item.id) : nil
    }
  }

  /// Restores the cart from the pending changes if the stored ``CartRecord`` contains no cart.
  ///
  /// Each change contains the id of its cart, and a change of a line also contains the city. The
  /// restored cart is the cart of the newest pending change; changes of abandoned carts are skipped.
  /// A cart is restored at most once per launch.
  private func examine(_ base: inout CartBase, with cart: Snapshot) {
    guard !base.isExamined else { return }
    let changes = cart.pending.compactMap(\.change)
    if let record = base.record, record.left == nil {
      // Earlier releases did not store which carts were abandoned. Every cart with pending changes was
      // abandoned, except the current one.
      let left = Set(changes.map(\.cart)).subtracting([record.id].compactMap(\.self)).sorted()
      base.record?.left = left
    }
    let found = changes.last { !base.isAbandoned($0.cart) }?.cart
    guard base.record?.id == nil, let found else {
      base.isExamined = true
      return
    }
    let city = changes.last { $0.cart == found && $0.city != nil }?.city
    base.isRecovered = true
    // Only a change of a line contains the city of the cart. Without such a change, the cart gets the
    // city of the stored record, or else the chosen city. Before a city is chosen, the cart is not
    // restored.
    guard let city = city ?? base.record?.city ?? cart.context?.city else { return }
    base.isExamined = true
    var record = base.record ?? CartRecord(city: city, left: [])
    record.begin(found, in: city)
    base.record = record
  }

  /// Abandons the current cart if the server has closed it, or if the user has chosen another city.
  ///
  /// A cart with a pending order is abandoned after the server has responded to the order.
  private func abandonIfNecessary(_ base: inout CartBase, with cart: Snapshot) {
    guard let record = base.record, let id = record.id else { return }
    let own = cart.pending.filter { $0.change?.cart == id }
    let isOrdering = own.containsOrder
    let isRefused = own.contains { $0.refusal == .rejected(.cartClosed) }
    let reason: AbandonedCart.Reason
    if isRefused || base.closed == id && !isOrdering {
      reason = .closed
    } else if let city = cart.context?.city, city != record.city, !isOrdering {
      reason = .cityChanged(from: record.city)
      base.record?.city = city
    } else {
      return
    }
    var changes = own
    if !base.isKnown, case .cityChanged(let city) = reason {
      changes = base.leaveUnfetched(id, in: city, changes)
    }
    let abandoned = abandoned(id, base, changes, because: reason)
    base.abandon(id)
    if let abandoned { base.record?.abandon(abandoned) }
  }

  /// Abandons each cart that has pending changes, is of another city, and is not in the ``CartRecord``.
  ///
  /// The record contains the ids of the current cart and of the abandoned carts. A cart is missing if
  /// the app ended before it could record the cart as abandoned. A cart with a pending order is not
  /// abandoned.
  private func abandonUnrecorded(_ base: inout CartBase, with cart: Snapshot) {
    guard base.record != nil, let city = cart.context?.city else { return }
    for item in cart.pending {
      guard let change = item.change, let own = change.city, own != city,
        change.cart != base.record?.id, !base.isAbandoned(change.cart)
      else { continue }
      var changes = cart.pending.filter { $0.change?.cart == change.cart }
      guard !changes.containsOrder else { continue }
      base.record?.leave(change.cart)
      changes = base.leaveUnfetched(change.cart, in: own, changes)
      let lines = abandoned(change.cart, CartBase(), changes, because: .cityChanged(from: own))
      if let lines { base.record?.abandon(lines) }
    }
  }

  /// Makes a cart with pending changes in the chosen city current, if there is no current cart.
  ///
  /// Such a cart exists if the app ended before it could store that the previous cart was abandoned or
  /// ordered, and that this cart had begun. Its changes would otherwise be sent for a cart that no screen
  /// shows.
  private func continueUnrecorded(_ base: inout CartBase, with cart: Snapshot) {
    guard var record = base.record, record.id == nil, let city = cart.context?.city else { return }
    let unrecorded = cart.pending.last { item in
      item.change.map { $0.city == city && !base.isAbandoned($0.cart) } ?? false
    }
    guard let id = unrecorded?.change?.cart else { return }
    record.begin(id, in: city)
    base.record = record
  }

  /// Returns the lines of a cart as an abandoned cart; `nil` if there are no lines.
  ///
  /// The lines are those of the server's cart in `base`, with the changes `pending` applied. `id` is the
  /// id of the cart.
  private func abandoned(
    _ id: String, _ base: CartBase, _ pending: [OutboxItem<CartChange>],
    because reason: AbandonedCart.Reason
  ) -> AbandonedCart? {
    let edits = pending.compactMap { item in
      // A change that was refused only because the cart was closed is applied here, because the user
      // still wants its effect.
      item.refusal == .rejected(.cartClosed)
        ? item.change.map { PendingEdit($0.edit, .maybeApplied) } : PendingEdit(item)
    }
    let lines = CartProjection(base.server, edits).arranged(by: base.order)
      .filter { $0.kind == .chosen }.compactMap { line in
        // A line that the server refused to add has the quantity 0. The abandoned cart contains this
        // line with the requested quantity, because the user still wants the line.
        let quantity =
          line.quantity > 0
          ? line.quantity : wanted(line.id, edits, isServerKnown: base.server != nil)
        return quantity > 0
          ? AbandonedCart.Line(item: line.item, quantity: quantity, cart: id) : nil
      }
    return lines.isEmpty ? nil : AbandonedCart(reason: reason, lines: lines)
  }

  /// Returns the requested quantity of a line that the server refused to add, for an abandoned cart.
  ///
  /// The result is the quantity in the last edit of the line. But if this edit is an addition and the
  /// server's cart is not known, the result is only the number of added units. A later fetch then adds
  /// the server's quantity of the line to the result.
  private func wanted(_ line: CartLine.ID, _ edits: [PendingEdit], isServerKnown: Bool) -> Int {
    guard case .line(let edit)? = edits.last(where: { $0.line == line })?.edit else { return 0 }
    return edit.isAddition && !isServerKnown ? edit.quantity - edit.base : edit.quantity
  }

  /// Updates the display order of the lines; stores the order if a restart could compute another one.
  ///
  /// Without a stored order, a restart computes the order from the journal and the server's cart. The
  /// result may differ from the displayed order, because the server may have the lines in another
  /// sequence.
  ///
  /// While the server's lines are not known, new lines are appended to the stored order.
  private func arrange(_ base: inout CartBase, with cart: Snapshot) {
    guard let id = base.record?.id else { return }
    let edits = cart.pending.filter { $0.change?.cart == id }.compactMap(PendingEdit.init)
    let projection = CartProjection(base.server, edits)
    let shown = projection.arranged(by: base.order).chosen
    if base.isKnown {
      base.order = shown
    } else if base.record?.order != nil {
      base.order += Set(base.order).absent(in: shown)
    }
    let isUncertain = edits.contains(where: \.isUncertainAddition)
    // A stored order is updated, but never removed. Without it, a restart could compute another order,
    // because the journal may still contain applied changes.
    if base.record?.order != nil
      || base.isKnown
        && (isUncertain || !isDerived(shown, of: id, from: projection, edits, with: cart))
    {
      base.record?.order = base.order
    }
  }

  /// Whether a restart without a stored order would compute the displayed order.
  ///
  /// - Parameters:
  ///   - shown: The ids of the lines in display order.
  ///   - id: The id of the cart.
  ///   - projection: The server's cart with `edits` applied.
  ///   - edits: The pending edits of the cart.
  ///   - cart: The state of the store. The server has applied the changes in `cart.contained`, but the
  ///     journal may still contain them after a restart. The computed order has to be the same with and
  ///     without them.
  /// - Returns: Whether the computed order is the same as `shown`.
  private func isDerived(
    _ shown: [CartLine.ID], of id: String, from projection: CartProjection, _ edits: [PendingEdit],
    with cart: Snapshot
  ) -> Bool {
    guard projection.arranged().chosen == shown else { return false }
    var journals = [edits.compactMap(\.line)]
    // At a restart, the journal contains the pending changes, and possibly also the applied changes.
    // The computed order has to be `shown` with and without the applied changes.
    if !cart.contained.isEmpty {
      let all = (cart.contained + cart.pending).sorted { $0.id < $1.id }
      journals.append(all.filter { $0.change?.cart == id }.compactMap { PendingEdit($0)?.line })
    }
    return journals.allSatisfy { lines in
      var queued: Set<CartLine.ID> = []
      let first = lines.filter { queued.insert($0).inserted }
      return first.filter(Set(shown).contains) == shown.filter(queued.contains)
    }
  }

  // MARK: Server

  func fetch(
    _ base: CartBase, unless validator: String?, in context: RequestContext
  ) async -> FetchOutcome<CartBase> {
    var completed: [CompletedCart] = []
    let known = base.completed.map(\.cart)
    for cart in base.record?.unfetched ?? []
    where cart.city == context.city && !known.contains(cart) {
      switch await server.lines(of: cart.id, in: context) {
      case .lines(let lines): completed.append(CompletedCart(cart: cart, lines: lines))
      // The next fetch tries again.
      case .unusable: break
      case .ended(let outcome): return outcome
      }
    }
    // After a change of the city, a cart with a pending order stays current until the server responds
    // to the order. This cart is not fetched, because the service finds a cart only in requests for the
    // cart's city.
    guard let id = base.record?.id, base.record?.city == context.city else {
      return completed.isEmpty
        ? .notModified : .updated(ServerUpdate { [completed] in $0.completed += completed })
    }
    // The validator is not sent in two cases. If the server's cart is not known, the validator may
    // belong to the previous cart. If lines of abandoned carts were fetched, only an update can add
    // them, and a "not modified" response contains no update.
    let isValid = base.server != nil && completed.isEmpty
    return await server.cart(
      id, known: base.server, unless: isValid ? validator : nil, in: context, completing: completed)
  }

  func send(
    _ outgoing: OutgoingChange<CartChange>, on base: CartBase, in context: RequestContext
  ) async -> SendOutcome<CartChange, CartBase> {
    guard !base.isAbandoned(outgoing.change.cart) else { return .applied(ServerUpdate()) }
    var change = outgoing.change
    guard base.record?.city == context.city, change.city ?? context.city == context.city else {
      return .notSent
    }
    switch change.edit {
    case .fulfillment(let fulfillment):
      switch placeAtServer(fulfillment) {
      case .resolved(let place):
        change = change.with(.fulfillment(CartFulfillment(fulfillment.method, place)))
      case .pending: return .notSent
      // An earlier attempt may have been applied. The state then shows its fulfillment after a fetch.
      case .unknown:
        return .rejected(.unknownPlace, ServerUpdate(needsFetch: outgoing.mayBeApplied))
      }
    case .order(let order):
      if let outcome = unsent(order, of: change.cart, mayBePlaced: outgoing.mayBeApplied, base) {
        return outcome
      }
    case .line, .promo: break
    }
    return await server.send(change, key: outgoing.key, in: context)
  }

  /// Returns the outcome of an order that must not be sent; `nil` if the order can be sent.
  ///
  /// The order must not be sent in two cases:
  /// - The fulfillment of the server's cart in `base` differs from the one that the user saw. The server
  ///   cannot detect the difference, because the request contains no fulfillment.
  /// - The server's id of the delivery address or restaurant is unknown, and `mayBePlaced` is `false`.
  ///   If `mayBePlaced` is `true`, an earlier attempt may have placed the order, and the order is sent
  ///   again.
  private func unsent(
    _ order: OrderContent, of id: String, mayBePlaced: Bool, _ base: CartBase
  ) -> SendOutcome<CartChange, CartBase>? {
    guard let order = order.shown, let cart = base.server, cart.id == id, base.closed != id
    else { return nil }
    guard let shown = order.fulfillment else {
      return cart.fulfillment == nil ? nil : .rejected(.fulfillmentChanged)
    }
    switch placeAtServer(shown) {
    case .resolved(let place):
      let isSame = cart.fulfillment == CartFulfillment(shown.method, place)
      return isSame ? nil : .rejected(.fulfillmentChanged)
    case .pending: return mayBePlaced ? nil : .notSent
    case .unknown: return mayBePlaced ? nil : .rejected(.fulfillmentChanged)
    }
  }
}

extension Set {
  /// Returns the elements of `list` that are not in this set.
  fileprivate func absent(in list: [Element]) -> [Element] { list.filter { !contains($0) } }
}

extension PendingCartChange {
  /// Creates the pending change as a screen shows it; returns `nil` if the server has applied the
  /// change.
  ///
  /// `line` is the id of the changed line; `nil` if the change is not about a line. If `labels` contains
  /// an item for the line, a screen shows the name of this item.
  fileprivate init?(
    _ item: OutboxItem<CartChange>, about line: CartLine.ID?, labels: [CartLine.ID: CartItem]
  ) {
    if case .applied = item.reason { return nil }
    let subject: PendingCartChange.Subject =
      switch item.change?.edit {
      case .line(let edit):
        .line(
          line ?? edit.item.line, name: line.flatMap { labels[$0]?.name } ?? edit.item.name,
          quantity: edit.quantity)
      case .promo(let code, let isWanted): .promo(code, isWanted: isWanted)
      case .fulfillment(let fulfillment): .fulfillment(fulfillment)
      case .order: .order
      case nil: .unreadable
      }
    self.init(id: item.id, subject: subject, status: item.status, reason: item.reason)
  }
}

extension ServerCart {
  /// Returns the problems of ordering this cart with these totals.
  fileprivate func problems(of totals: CartTotals) -> [CartProblem] {
    let ordered = totals.items.minorUnits - totals.discount.minorUnits
    guard ordered < minimum.minorUnits else { return problems }
    let missing = minimum.minorUnits - ordered
    return [.belowMinimum(minimum, missing: .init(missing, currency))] + problems
  }
}

extension [OutboxItem<CartChange>] {
  /// Whether the list contains an order that waits for the server's response.
  fileprivate var containsOrder: Bool {
    contains { item in
      if case .order? = item.change?.edit { item.refusal == nil } else { false }
    }
  }
}
