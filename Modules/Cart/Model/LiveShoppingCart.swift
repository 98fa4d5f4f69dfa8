import Commerce
import Networking
import Sync

/// The cart, implemented with an `OptimisticStore`; validates each call and enqueues its changes.
struct LiveShoppingCart: ShoppingCart, OptimisticFeature {
  let store: OptimisticStore<CartModel>
  private let server: CartServer
  private let city: SettledCity
  private let makeID: @Sendable () -> String

  init(
    base: some BaseStore<CartBase>, fees: @escaping FeeEstimate = { _, _, _ in [] },
    places: @escaping PlaceLookup = { .resolved($0.place) },
    in environment: FeatureEnvironment
  ) {
    server = CartServer(transport: environment.transport, gate: environment.gate)
    store = OptimisticStore(
      CartModel(server: server, estimatedFees: fees, placeAtServer: places),
      base: base, initial: CartBase(), journal: "cart-changes", in: environment)
    city = environment.city
    makeID = { environment.makeID().rawValue }
  }

  func adopt(_ id: String, in city: CityID) async throws(CartError) {
    // The id becomes a part of a URL path.
    guard (1...64).contains(id.utf8.count),
      id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { throw .badCartID }
    try await store.perform { _, base in
      if base.carts.isEmpty {
        let key = CartKey(city: city, number: 0, id: id)
        base[city] = StoredCart(key, isUnfetched: true)
      }
      return []
    }
  }

  func acknowledge(_ order: PlacedOrder.ID) async throws(CartError) {
    try await store.perform { state, base throws(CartError) in
      if let placed = state.placedOrders.first(where: { $0.id == order }), placed.receipt == nil {
        throw .orderInProgress
      }
      for place in base.carts.indices { base.carts[place].placed.removeAll { $0.id == order } }
      return []
    }
  }

  func relabel(with items: [CartItem]) async throws(CartError) {
    let labels = Dictionary(items.map { ($0.line, $0) }) { _, last in last }
    try await store.perform { _, base in
      base.labels = labels
      return []
    }
  }

  func dismiss(_ cart: OtherCart) async throws(CartError) {
    try await store.perform { state, base throws(CartError) in
      if !cart.isClosed, state.unanswered(in: cart.city) != nil { throw .orderInProgress }
      guard var known = base[cart.city], state.others.contains(cart) else { return [] }
      if cart.isClosed { known.setAside = [] } else { known.end() }
      base[cart.city] = known
      return []
    }
  }

  func refreshAllCarts() async throws(CartError) {
    for cart in try await store.read({ $1.carts }) where cart.phase == .open {
      guard server.gate.isOpen else { throw .sync(.closed(server.gate.reasons)) }
      guard let context = context(of: cart.id, cart.context),
        case .updated(let update, _) = await server.fetch(cart, unless: nil, in: context)
      else { continue }
      try await store.perform { base in
        var new = base
        update.apply(&new)
        // A replica that lags may have sent an older cart.
        if new[cart.id]?.server?.version ?? 0 >= base[cart.id]?.server?.version ?? 0 { base = new }
        return []
      }
    }
    guard !Task.isCancelled else { throw .sync(.cancelled) }
  }

  /// Returns the context of requests about a city's cart; `nil` if its country is not known.
  private func context(of city: CityID, _ stored: RequestContext?) -> RequestContext? {
    self.city.context?.city == city ? self.city.context : stored
  }

  // MARK: The carts of another user

  func exported() async throws(CartError) -> ExportedCarts {
    try await store.read { state, base throws(CartError) in
      let isOrdered = state.pending.contains { $0.subject == .order && $0.status == .maybeApplied }
      if isOrdered { throw .orderInProgress }
      let carts = base.carts.map { cart in
        func lines(isClosed: Bool) -> [OtherCart.Line] {
          state.others.first { $0.city == cart.id && $0.isClosed == isClosed }?.lines ?? []
        }
        let open = cart.id == state.city ? state.wanted : lines(isClosed: false)
        // The user may have added the lines of a closed cart again.
        let closed = lines(isClosed: true).filter { line in
          !open.contains { $0.item.line == line.item.line }
        }
        let wanted = state.projection(of: cart)
        return ExportedCarts.Cart(
          key: cart.key, context: cart.context, lines: open, setAside: closed,
          promos: wanted.promos.map(\.code), fulfillment: wanted.fulfillment)
      }
      return ExportedCarts(carts: carts.filter { !($0.lines.isEmpty && $0.setAside.isEmpty) })
    }
  }

  func importCarts(_ carts: ExportedCarts) async throws(CartError) {
    guard !Task.isCancelled else { throw .sync(.cancelled) }
    for cart in carts.carts { try await importCart(cart) }
  }

  private func importCart(_ other: ExportedCarts.Cart) async throws(CartError) {
    let city = other.key.city
    let context = context(of: city, other.context)
    try await store.perform { state, base throws(CartError) in
      guard base[city]?.imports.contains(other.key.id) != true else { return [] }
      let hasLines = !other.lines.isEmpty
      if hasLines, state.unanswered(in: city) != nil { throw .orderInProgress }
      // Without a line to add, the order of the last cart is still shown.
      let last = hasLines ? nil : base[city]?.key
      let cart = last ?? base.begin(in: city, context, makeID: makeID)
      base[city]?.noteImport(other.key.id)
      base[city]?.setAside(besides: other.setAside)
      guard hasLines else { return [] }
      var edits = other.lines.map { line -> CartOperation in
        let present = state.quantity(of: line.item)
        let edit = LineEdit(
          item: line.item, quantity: present + min(line.quantity, CartLimits.quantity.upperBound),
          base: present, isRelative: true)
        return .line(edit.rebased(on: present))
      }
      let own = base[city].flatMap { state.projection(of: $0).fulfillment }
      if let wanted = other.fulfillment, own == nil { edits.append(.fulfillment(wanted)) }
      edits += other.promos.map { .promo($0.uppercased(), isWanted: true) }
      return edits.map { edit in
        CartChange(importing: edit, of: other.key, to: cart, base[city]?.storedContext)
      }
    }
  }

  // MARK: Lines

  func add(_ item: CartItem, count: Int) async throws(CartError) {
    try await add([OtherCart.Line(item: item, quantity: count)]) { rest throws(CartError) in
      throw rest.reason
    }
  }

  func add(_ lines: [OtherCart.Line]) async throws(CartError) -> [CartRest] {
    var rests: [CartRest] = []
    try await add(lines) { rests.append($0) }
    return rests
  }

  /// Adds lines, each as far as it fits; if `report` throws for a line that does not, nothing is added.
  private func add(
    _ lines: [OtherCart.Line], report: (CartRest) throws(CartError) -> Void
  ) async throws(CartError) {
    // The id of a line is computed only once, because the computation is slow.
    let lines = lines.map { (line: $0, id: $0.item.line) }
    try await enqueue { cart, _ throws(CartError) in
      var edits: [CartOperation] = []
      var quantities: [CartLine.ID: Int] = [:]
      var count = cart.lines.count
      for (line, id) in lines {
        let present = quantities[id] ?? cart.lines.first { $0.id == id }?.quantity
        let (units, reason) = cart.fitting(line, present, besides: count)
        if let reason {
          let rest = line.quantity - units
          try report(CartRest(item: line.item, count: rest, reason: reason))
        }
        guard units > 0 else { continue }
        if present == nil { count += 1 }
        let base = present ?? 0
        quantities[id] = base + units
        edits.append(
          .line(
            LineEdit(
              item: line.item, quantity: base + units, base: base, isRelative: true,
              isMade: base == 0)))
      }
      return edits
    }
  }

  func change(_ line: CartLine.ID, by difference: Int) async throws(CartError) {
    try await enqueue { cart, _ throws(CartError) in
      let line = try cart.chosen(line)
      // A sum that overflows is negative, and so not allowed.
      return [try line.edit(to: line.quantity &+ difference, isRelative: true)]
    }
  }

  func setQuantity(
    _ quantity: Int, of line: CartLine.ID
  ) async throws(CartError) {
    try await enqueue { cart, _ throws(CartError) in
      [try cart.chosen(line).edit(to: quantity, isRelative: false)]
    }
  }

  func acceptPrice(of line: CartLine.ID) async throws(CartError) {
    try await enqueue { cart, _ throws(CartError) in
      let line = try cart.chosen(line)
      var item = line.item
      item.unitPrice = line.price.unit
      return [.line(LineEdit(line, quantity: line.quantity, isRelative: true, item: item))]
    }
  }

  // MARK: The whole cart

  func setPromo(_ code: String, isWanted: Bool) async throws(CartError) {
    let code = code.trimmed.uppercased()
    guard CartLimits.promoCode.contains(code.utf8.count), code.allSatisfy(\.isVisible) else {
      throw .badPromoCode
    }
    try await enqueue { _, _ in [.promo(code, isWanted: isWanted)] }
  }

  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError) {
    try await enqueue { _, _ in [.fulfillment(fulfillment)] }
  }

  func placeOrder(for due: Money) async throws(CartError) {
    let id = makeID()
    try await enqueue(id) { cart, city throws(CartError) in
      if let obstacle = cart.obstacle { throw .notReady(obstacle) }
      if let now = cart.totals?.due, now != due { throw .notReady(.due(now)) }
      let order = PlacedOrder(
        id: id, city: city, lines: cart.lines, totals: cart.totals, fulfillment: cart.fulfillment)
      return [.order(order, after: cart.lanes)]
    }
  }

  func withdrawOrder() async throws(CartError) {
    let order = try await store.read { state, _ in
      state.pending.first { $0.subject == .order && $0.city == state.city }
    }
    if let order {
      do throws(CartError) { return try await store.discard(order.id) } catch {
        switch error {
        // The server may have the order, or has placed it just now.
        case .sync(.inFlight), .sync(.mayBeApplied), .sync(.unknownChange): break
        default: throw error
        }
      }
    }
    try await store.perform { state, base in
      guard let city = order?.city ?? state.city, var cart = base[city] else { return [] }
      if let waiting = state.unanswered(in: city) {
        cart.withdrawn = waiting.id
      } else if let last = cart.placed.indices.last, cart.placed[last].receipt == cart.last {
        cart.placed[last].isWithdrawn = true
      }
      base[city] = cart
      return []
    }
  }

  /// Enqueues changes of the chosen city's cart; begins a cart if there is none.
  ///
  /// The id of a new cart is stored before its first change.
  ///
  /// - Parameters:
  ///   - operation: The id of the user's action; `nil` to create new ids.
  ///   - makeEdits: Returns the edits for the current state and city.
  /// - Throws: ``CartError``; then nothing was changed.
  private func enqueue(
    _ operation: String? = nil,
    _ makeEdits: (CartState, CityID) throws(CartError) -> [CartOperation]
  ) async throws(CartError) {
    try await store.perform(storesBaseFirst: true) { state, base throws(CartError) in
      guard let context = city.context, state.city == context.city else { throw .sync(.noCity) }
      if case .pending = state.order { throw .orderInProgress }
      let edits = try makeEdits(state, context.city)
      guard !edits.isEmpty else { return [] }
      let cart = base.begin(in: context.city, context, makeID: makeID)
      let stored = StoredContext(context)
      return edits.map {
        CartChange(cart: cart, operation: operation ?? makeID(), edit: $0, context: stored)
      }
    }
  }
}

extension CartState {
  /// Returns the order of a city's cart that waits for the server's response.
  fileprivate func unanswered(in city: CityID) -> PlacedOrder? {
    placedOrders.last { $0.city == city && $0.receipt == nil }
  }

  /// Returns a cart with its pending changes, whatever city is chosen.
  fileprivate func projection(of cart: StoredCart) -> CartProjection {
    let own = pending.filter { $0.item.change?.cart == cart.key }
    return CartProjection(cart.server, own.compactMap { PendingEdit($0.item) })
  }

  /// Returns the line with this id if the user may change the line.
  ///
  /// - Throws: ``CartError/unknownLine(_:)`` for any other line.
  fileprivate func chosen(_ id: CartLine.ID) throws(CartError) -> CartLine {
    guard let line = lines.first(where: { $0.id == id }), line.kind == .chosen else {
      throw .unknownLine(id)
    }
    return line
  }

  /// Returns how many units of a line fit into the cart, and the reason if not all of them do.
  ///
  /// - Parameters:
  ///   - line: The line to add.
  ///   - present: The units that its line in the cart has; `nil` if there is no such line.
  ///   - count: The number of lines of the cart.
  /// - Returns: The number of units, which may be 0, and the reason.
  fileprivate func fitting(
    _ line: OtherCart.Line, _ present: Int?, besides count: Int
  ) -> (units: Int, reason: CartError?) {
    let allowed = CartLimits.quantity
    do throws(CartError) { try line.item.check() } catch { return (0, error) }
    guard line.item.city == city else { return (0, .anotherCity(line.item.city)) }
    guard present != nil || count < CartLimits.lines else {
      return (0, .tooManyLines(limit: CartLimits.lines))
    }
    guard line.quantity > 0 else { return (0, .badQuantity(line.quantity, allowed: allowed)) }
    let (sum, isTooLarge) = (present ?? 0).addingReportingOverflow(line.quantity)
    let wanted = isTooLarge ? .max : sum
    let units = max(min(wanted, allowed.upperBound) - (present ?? 0), 0)
    return (units, units < line.quantity ? .badQuantity(wanted, allowed: allowed) : nil)
  }

  /// The lanes of the pending changes that an order has to follow.
  fileprivate var lanes: Set<Lane> {
    Set(pending.compactMap { $0.city == city && $0.subject != .order ? $0.item.lane : nil })
  }

  /// The lines of the current cart with the quantities that the user wants.
  fileprivate var wanted: [OtherCart.Line] {
    var requested: [CartLine.ID: Int] = [:]
    for change in pending where change.city == city {
      if case .line(let id, _, let quantity) = change.subject { requested[id] = quantity }
    }
    return lines.wanted(requested)
  }

  /// Returns the displayed quantity of an item in the cart of its city.
  fileprivate func quantity(of item: CartItem) -> Int {
    guard item.city != city else { return lines.first { $0.id == item.line }?.quantity ?? 0 }
    let cart = others.first { $0.city == item.city && !$0.isClosed }
    return cart?.lines.first { $0.item.line == item.line }?.quantity ?? 0
  }

  /// The obstacle to ordering the cart; `nil` if there is none.
  fileprivate var obstacle: CartError.Obstacle? {
    let undecided = pending.filter { change in
      change.status.isFailed && change.subject != .order && (change.city ?? city) == city
    }
    guard undecided.isEmpty else { return .undecided(undecided.map(\.id)) }
    guard lines.contains(where: { $0.kind == .chosen }) else { return .empty }
    let changed = lines.filter(\.hasNewPrice)
    guard changed.isEmpty else { return .pricesChanged(changed.map(\.id)) }
    let unavailable = lines.filter { line in line.problems.contains { $0 != .unreadable } }
    guard unavailable.isEmpty else { return .lines(unavailable.map(\.id)) }
    return problems.first { if case .unreadable = $0 { false } else { true } }
      .map(CartError.Obstacle.problem)
  }
}

extension CartLine {
  /// Returns an edit that sets the quantity of this line, which may already have more units than the limit.
  ///
  /// - Throws: ``CartError/badQuantity(_:allowed:)`` if the quantity is not allowed.
  fileprivate func edit(to quantity: Int, isRelative: Bool) throws(CartError) -> CartOperation {
    let allowed = 0...max(CartLimits.quantity.upperBound, self.quantity)
    guard allowed.contains(quantity) else { throw .badQuantity(quantity, allowed: allowed) }
    return .line(LineEdit(self, quantity: quantity, isRelative: isRelative))
  }

  fileprivate var hasNewPrice: Bool {
    problems.contains { if case .priceChanged = $0 { true } else { false } }
  }
}
