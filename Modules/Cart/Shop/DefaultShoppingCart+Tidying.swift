import Sync

extension DefaultShoppingCart {
  func refresh() async throws(CartError) {
    try await load()
    // A cart that came with the answer to a change may be older than this call.
    occasions += 1
    for await _ in bell.rings() {
      guard !Task.isCancelled else { throw .cancelled }
      guard isRunning else { throw .notRunning }
      guard context != nil else { throw .noCity }
      // The source may not have been told yet which cart it is by now.
      await source.use(kept?.id ?? "")
      do {
        try await source.refresh()
        return show(await source.state)
      } catch {
        switch error {
        case .failed(let reason): throw .unreachable(reason)
        case .closed(let reasons):
          throw .unreachable(reasons.map(\.rawValue).sorted().joined(separator: ", "))
        case .cancelled: throw .cancelled
        // Both are followed by a ring: the source begins or ends, or another cart is looked at.
        case .notRunning, .scopeChanged: continue
        }
      }
    }
    throw .cancelled
  }

  func retry(_ change: WaitingChange.ID) async throws(CartError) {
    try await load()
    try await decide(change) { outbox throws(OutboxError) in try await outbox.retry(change) }
  }

  func discard(_ change: WaitingChange.ID) async throws(CartError) {
    try await load()
    try await decide(change) { outbox throws(OutboxError) in try await outbox.discard(change) }
    try await inTurn { () async throws(CartError) in try await readItems() }
  }

  /// Does what the user decided about a change, once a refusal of it has been kept.
  private func decide(
    _ id: Int, _ body: (Outbox<CartChange>) async throws(OutboxError) -> Void
  ) async throws(CartError) {
    for await items in await outbox.updates() {
      guard !Task.isCancelled else { throw .cancelled }
      do throws(OutboxError) { return try await body(outbox) } catch {
        if case .inFlight = error, items.contains(where: { $0.id == id && $0.mark.isFailed }) {
          continue
        }
        throw CartError(error)
      }
    }
    throw .cancelled
  }

  /// Looks at the cart that is the user's by now, which may be another than before.
  func lookAtCart() async {
    let id = kept?.id ?? ""
    if snapshot?.scope != id {
      occasions += 1
      await source.use(id)
    }
    guard isOutdated else { return }
    isOutdated = false
    occasions += 1
    do { try await source.refresh() } catch {
      // Told in the state.
    }
  }

  /// Tells the queue which changes are in the cart that is shown.
  func settle() async throws(CartError) {
    guard let cart = serverCart else { return }
    let settling = items { if case .settling = $0 { true } else { false } }
    if !settling.isEmpty || kept?.order != nil { await keepOrder(over: cart) }
    var settled: Set<Lane> = []
    for item in settling {
      guard case .settling(let version) = item.reason, version <= cart.version,
        item.change?.cart == cart.id, settled.insert(item.lane).inserted
      else { continue }
      do { try await outbox.settle(item.lane, version: cart.version) } catch {
        throw CartError(error)
      }
    }
  }

  /// Keeps the order in which the user added lines, before the changes that tell it leave the queue.
  ///
  /// Nothing is written where the server has the lines in that order, as it nearly always does.
  private func keepOrder(over cart: ServerCart) async {
    let shown = makeState().lines.chosen
    let order = kept?.order ?? []
    let without = CartReplay(cart, [], order: order).arrangedLines.chosen
    // What the server does not have yet comes behind what it has.
    let there = Set(without)
    let later = shown.filter { !there.contains($0) }
    // Without network, after a restart, there is only what waits.
    let waiting = items.filter { item in
      if case .settling = item.reason { return false }
      return item.change?.cart == cart.id
    }
    let offline = CartReplay(nil, waiting.compactMap(PendingWish.init), order: order)
      .arrangedLines.chosen
    let isKept =
      without.filter(Set(shown).contains) + later == shown
      && offline == shown.filter(Set(offline).contains)
    guard order != shown, !isKept || !Set(order).isSubset(of: shown) else { return }
    await keep { $0.order = shown }
  }

  /// Gives up what was refused when the user has wished something else for the same since, or has
  /// left the cart: nobody would decide about it, and the next order would wait for that.
  func dropSuperseded() async throws(CartError) {
    // As they are now: while one is given up others come and go.
    let items = items
    for item in self.items(where: { if case .needsDecision = $0 { true } else { false } }) {
      guard let change = item.change else { continue }
      let isSuperseded = items.contains { later in
        later.id > item.id && later.lane == item.lane && later.change?.supersedes(change) == true
      }
      guard isSuperseded || isLeft(change.cart) else { continue }
      do throws(OutboxError) { try await outbox.discard(item.id) } catch {
        switch error {
        // Another look was faster, or the refusal is still being kept: there will be another look.
        case .unknownItem, .inFlight: continue
        default: throw CartError(error)
        }
      }
    }
  }

  /// The changes that are there for such a reason, which hardly any is.
  private func items(where isMeant: (WaitReason) -> Bool) -> [OutboxItem<CartChange>] {
    reading.unsettled.map { items[$0] }.filter { isMeant($0.reason) }
  }

  /// Shows the cart that came with an answer.
  func takeArrived() async {
    guard let arrived, arrived.id == kept?.id else { return }
    if let cart = serverCart, cart.version >= arrived.version {
      self.arrived = nil
      return
    }
    // A closed gate keeps it wanted; what waits is shown on top until then.
    do { try await source.refresh() } catch {}
  }
}

extension [CartLine] {
  /// The lines that the user has chosen.
  var chosen: [CartLine.ID] { filter { $0.kind == .chosen }.map(\.id) }
}
