import Networking
import Pricing
import Storage
import Sync

/// The cart, implemented with an `OptimisticStore`; validates each call and enqueues its change.
struct DefaultShoppingCart: ShoppingCart, OptimisticFeature {
  let store: OptimisticStore<CartModel>
  private let city: SettledCity
  private let makeID: @Sendable () -> String

  init(
    record: any CartRecordFile, fees: @escaping CartFactory.FeeEstimate = { _, _, _ in [] },
    places: @escaping CartFactory.PlaceLookup = { .resolved($0.place) },
    in environment: FeatureEnvironment
  ) {
    store = OptimisticStore(
      CartModel(
        server: CartServer(transport: environment.transport, gate: environment.gate),
        estimatedFees: fees, placeAtServer: places),
      base: CartBaseStore(record), initial: CartBase(), journal: "cart-changes", in: environment)
    city = environment.city
    makeID = environment.makeID
  }

  func adopt(_ id: String, in city: CityID) async throws(CartError) {
    // The id becomes a part of a URL path.
    guard (1...64).contains(id.utf8.count),
      id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { throw .badCartID }
    try await store.perform { _, base in
      if base.record == nil, !base.isRecovered {
        base = CartBase(CartRecord(id: id, city: city, left: []))
      }
      return []
    }
  }

  func acknowledge(_ order: PlacedOrder.ID) async throws(CartError) {
    try await store.perform { state, base throws(CartError) in
      let found = state.placedOrders.first { $0.id == order }
      guard found?.number != nil || found == nil else { throw .orderInProgress }
      base.record?.placed?.removeAll { $0.id == order }
      if base.record?.placed?.isEmpty == true { base.record?.placed = nil }
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

  func dismissAbandonedCart(_ cart: AbandonedCart) async throws(CartError) {
    try await store.perform { _, base in
      base.record?.dismiss(cart)
      return []
    }
  }

  func abandonedCarts() async throws(CartError) -> AbandonedCarts {
    try await store.read { _, base in
      AbandonedCarts(
        carts: base.record?.abandoned ?? [], unfetched: base.record?.unfetched ?? [])
    }
  }

  func addAbandonedCarts(
    _ carts: AbandonedCarts, key: IdempotencyKey
  ) async throws(CartError) {
    try await store.perform { state, base throws(CartError) in
      guard !carts.isEmpty else { return [] }
      // When the server accepts a pending order, the abandoned cart of the order's city is removed.
      // Lines that were added to this abandoned cart now would then be lost.
      if case .pending = state.order { throw .orderInProgress }
      base.add(carts, key: key.rawValue)
      return []
    }
  }

  func exported() async throws(CartError) -> ExportedCarts {
    try await store.read { state, base throws(CartError) in
      if case .pending(.maybeApplied) = state.order { throw .orderInProgress }
      var refused: [CartLine.ID: Int] = [:]
      for change in state.pending where change.status.isFailed {
        if case .line(let id, _, let quantity) = change.subject { refused[id] = quantity }
      }
      let current = state.lines.filter { $0.kind == .chosen }.map { line in
        ExportedCarts.Line(
          item: line.item,
          quantity: line.quantity > 0 ? line.quantity : refused[line.id] ?? 0)
      }
      let others = (base.record?.abandoned ?? []).flatMap(\.lines).map {
        ExportedCarts.Line(item: $0.item, quantity: $0.quantity)
      }
      return ExportedCarts(lines: (current + others).filter { $0.quantity > 0 })
    }
  }

  func importCarts(_ carts: ExportedCarts, key: String) async throws(CartError) {
    try await store.perform(key: key) { state, base throws(CartError) in
      guard !carts.isEmpty, base.record?.transfer != key else { return [] }
      if case .pending = state.order { throw .orderInProgress }
      let here = carts.lines.filter { $0.item.city == state.city }
      let changes = here.enumerated().compactMap { place, line -> CartChange? in
        let present = state.lines.first { $0.id == line.item.line }?.quantity ?? 0
        let maximum = max(present, CartLimits.quantity.upperBound)
        let quantity = min(present + line.quantity, maximum)
        guard quantity > present else { return nil }
        let edit = LineEdit(
          item: line.item, quantity: quantity, base: present, isAddition: true)
        return CartChange(
          cart: base.cart(in: line.item.city, makeID: makeID), operation: "\(key)-\(place)",
          edit: .line(edit))
      }
      let elsewhere = Dictionary(grouping: carts.lines.filter { $0.item.city != state.city }) {
        $0.item.city
      }
      for (city, lines) in elsewhere.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        var record = base.record ?? CartRecord(city: city, left: [])
        record.add(
          AbandonedCart(
            reason: .cityChanged(from: city),
            lines: lines.map { AbandonedCart.Line(item: $0.item, quantity: $0.quantity) }))
        base.record = record
      }
      if base.record == nil, let city = state.city { base.record = CartRecord(city: city, left: []) }
      base.record?.transfer = key
      return changes
    }
  }

  // MARK: Lines

  func add(_ item: CartItem, count: Int) async throws(CartError) {
    try item.check()
    let allowed = CartLimits.quantity
    // The id of the line is computed only once, because the computation is slow.
    let id = item.line
    try await change { cart, base throws(CartError) in
      guard item.city == cart.city else { throw .anotherCity(item.city) }
      // A cart without lines also has a currency once the server has it.
      if let currency = cart.totals?.due.currency ?? base.server?.currency,
        currency != item.unitPrice.currency
      {
        throw .anotherCurrency(item.unitPrice.currency)
      }
      let line = cart.lines.first { $0.id == id }
      let present = line?.quantity ?? 0
      guard allowed.contains(count) else { throw .badQuantity(count, allowed: allowed) }
      guard allowed.contains(present + count) else {
        throw .badQuantity(present + count, allowed: allowed)
      }
      guard line != nil || cart.lines.count < CartLimits.lines else {
        throw .tooManyLines(limit: CartLimits.lines)
      }
      return .line(
        LineEdit(
          item: item, quantity: present + count, base: present, isAddition: true,
          isMade: present == 0 && base.isKnown))
    }
  }

  func setQuantity(
    _ quantity: Int, of line: CartLine.ID
  ) async throws(CartError) {
    let allowed = 0...CartLimits.quantity.upperBound
    guard allowed.contains(quantity) else { throw .badQuantity(quantity, allowed: allowed) }
    try await change { cart, _ throws(CartError) in
      let line = try cart.chosen(line)
      return .line(
        LineEdit(item: line.item, quantity: quantity, base: line.quantity, isAddition: false))
    }
  }

  func acceptPrice(of line: CartLine.ID) async throws(CartError) {
    try await change { cart, _ throws(CartError) in
      let line = try cart.chosen(line)
      var item = line.item
      item.unitPrice = line.price.unit
      return .line(
        LineEdit(item: item, quantity: line.quantity, base: line.quantity, isAddition: true))
    }
  }

  // MARK: The whole cart

  func setPromo(_ code: String, isWanted: Bool) async throws(CartError) {
    let code = code.trimmed.uppercased()
    guard (1...64).contains(code.utf8.count), code.allSatisfy(\.isVisible) else {
      throw .badPromoCode
    }
    try await change { _, _ in .promo(code, isWanted: isWanted) }
  }

  func setFulfillment(_ fulfillment: CartFulfillment) async throws(CartError) {
    try await change { _, _ in .fulfillment(fulfillment) }
  }

  func placeOrder(for due: Money) async throws(CartError) {
    let key = makeID()
    try await change(key) { cart, _ throws(CartError) in
      if let obstacle = cart.obstacle { throw .notReady(obstacle) }
      if let now = cart.totals?.due, now != due { throw .notReady(.due(now)) }
      let lines = cart.lines.filter { $0.kind == .chosen }.map { line in
        OrderContent.Line(configuration: line.item.configuration, quantity: line.quantity)
      }
      let shown = PlacedOrder(
        id: key, city: cart.city ?? 0, lines: cart.lines, totals: cart.totals,
        fulfillment: cart.fulfillment)
      return .order(OrderContent(due: due.minorUnits, lines: lines, shown: shown))
    }
  }

  /// Enqueues a change of the cart; creates a new cart if there is none.
  ///
  /// The id of a new cart is stored before its first change.
  ///
  /// - Parameters:
  ///   - operation: The id of the user's action; `nil` to create a new id.
  ///   - makeEdit: Returns the edit for the current state and base.
  /// - Throws: ``CartError``; then nothing was changed.
  private func change(
    _ operation: String? = nil,
    _ makeEdit: @Sendable (CartState, CartBase) throws(CartError) -> CartOperation
  ) async throws(CartError) {
    try await store.perform(storesBaseFirst: true) { state, base throws(CartError) in
      guard city.context != nil, let city = state.city else { throw .sync(.noCity) }
      if case .pending = state.order { throw .orderInProgress }
      let edit = try makeEdit(state, base)
      return [
        CartChange(
          cart: base.cart(in: city, makeID: makeID), operation: operation ?? makeID(), edit: edit)
      ]
    }
  }
}

extension CartState {
  /// Returns the line with this id if the user may change the line.
  ///
  /// - Throws: ``CartError/unknownLine(_:)`` for any other line.
  fileprivate func chosen(_ id: CartLine.ID) throws(CartError) -> CartLine {
    guard let line = lines.first(where: { $0.id == id }), line.kind == .chosen else {
      throw .unknownLine(id)
    }
    return line
  }

  /// The obstacle to ordering the cart; `nil` if there is none.
  fileprivate var obstacle: CartError.Obstacle? {
    let undecided = pending.filter { $0.status.isFailed && $0.subject != .order }
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
