import CartServerModel
import CartTestSupport
import Pricing
import Sync
import Synchronization

@testable import Cart

extension CartSimulation {
  /// What holds at every moment.
  func look() {
    let state = cart.state
    ledger.note("shown: \(describe(state))")
    if let violation = network.state.withLock({ $0.violation }) { ledger.expect(false, violation) }
    ledger.expect(state.addsUp, "what is shown does not add up")
    follow(state)
    lookBehind(state)
    for index in Self.own where !wishes[index].isUnsure {
      let item = Self.items[index]
      let waits = state.waiting.contains { change in
        if case .line(item.line, _, _) = change.subject { !change.mark.isFailed } else { false }
      }
      guard waits else {
        isBlind.remove(index)
        if state.totals?.isEstimate == false {
          ledger.expect(
            state.quantity(of: item) == wishes[index].quantity,
            "\(item.name): \(state.quantity(of: item)) shown as final, "
              + "\(wishes[index].quantity) wished")
        }
        continue
      }
      guard !isBlind.contains(index) else { continue }
      ledger.expect(
        state.quantity(of: item) == wishes[index].quantity,
        "\(item.name): \(state.quantity(of: item)) shown, \(wishes[index].quantity) wished")
    }
  }

  /// What holds between the screen, the disk and the server.
  private func lookBehind(_ state: CartState) {
    let order = state.waiting.firstIndex { $0.subject == .order && $0.reason == .inFlight }
    ledger.expect(order ?? 0 == 0, "an order overtakes what was wished before it")
    let own = Self.own.map { Self.items[$0].line }
    for change in state.waiting where change.mark.isFailed {
      switch change.subject {
      case .line(let line, _, _) where !own.contains(line): break
      case .order: break
      default: ledger.expect(false, "the server refuses nothing like \(change.subject)")
      }
    }
    guard !isCartUnsure else { return }
    let unknown = server.ids.subtracting(disk.ids)
    ledger.expect(unknown.isEmpty, "the id of a cart at the server was never kept: \(unknown)")
  }

  /// Another cart begins with nothing in it; why the last one ended has to be known.
  private func follow(_ state: CartState) {
    guard state.id != cartID else { return }
    let ended = leftCarts.union(server.placed.map(\.cart.id))
    let isBack = state.id.map(ended.contains) == true
    if let cartID, !isBack {
      let isOrdered = server.placed.contains { $0.cart.id == cartID }
      ledger.expect(
        isOrdered || leftCarts.contains(cartID) || isCartUnsure, "the cart \(cartID) is gone")
      ledger.expect(
        !isOrdered || leftCarts.contains(cartID) || isCartUnsure || state.offer == nil,
        "what was ordered is offered again")
    }
    if cartID != nil || isBack {
      wishes = wishes.map { Wish(isUnsure: $0.isUnsure && isCartUnsure) }
      // A crash may have come before a cart that was shown as left had been left.
      if isBack {
        for index in wishes.indices { wishes[index].isUnsure = true }
      }
      for line in state.lines {
        if let index = Self.items.firstIndex(where: { $0.line == line.id }) {
          wishes[index].quantity = line.quantity
        }
      }
    }
    cartID = state.id
  }

  /// Heals everything and looks whether the server has what the user wished.
  func finish() {
    ledger.note("— the end")
    network.state.withLock { state in
      state.faultRate = 0
      state.server.menu.soldOut = []
    }
    disk.isFull = false
    perform(.openGate)
    for _ in 0..<6 where ledger.violation == nil {
      quiesce()
      look()
      if cart.state.waiting.isEmpty { break }
      perform(.openGate)
      perform(.decide(isKept: true))
    }
    quiesce()
    // What was answered last may have closed it once more.
    perform(.openGate)
    quiesce()
    let cart = cart
    let isEstimate = cart.state.totals?.isEstimate == true
    ledger.expect(
      !isEstimate || !cart.state.waiting.isEmpty || cart.state.fetch != .idle,
      "everything is answered, and the sums are an estimate")
    _ = answer { do { try await cart.refresh() } catch {} }
    quiesce()
    look()
    guard ledger.violation == nil else { return }
    compare(cart.state)
    orderAtLast()
    kill()
    // What waits for an answer would stay in memory with all that it knows.
    quiesce()
  }

  /// Orders what is left: nothing may hold that up any more.
  private func orderAtLast() {
    perform(.acceptPrices)
    quiesce()
    guard ledger.violation == nil, let id = cart.state.id, order() else { return }
    quiesce()
    ledger.expect(
      server.placed.contains { $0.cart.id == id } && cart.state.id != id,
      "nothing stands against the order, and it is not placed: \(cart.state.order)")
  }

  private func compare(_ state: CartState) {
    let undecided = state.waiting.filter { $0.subject != .order }
    ledger.expect(undecided.isEmpty, "something still waits: \(undecided)")
    ledger.expect(state.order != .waiting(.pending), "the order still waits")
    let view = state.id.flatMap { server.cart($0) }
    let there = Dictionary(
      uniqueKeysWithValues: (view?.lines ?? []).map { ($0.item.name + $0.kind, $0.quantity) })
    let here = Dictionary(
      uniqueKeysWithValues: state.lines.map { ($0.item.name + $0.kind.word, $0.quantity) })
    ledger.expect(here == there, "shown \(here), the server has \(there)")
    if let view, !view.lines.isEmpty {
      ledger.expect(
        state.totals?.due.minorUnits == view.totals.due && state.totals?.isEstimate == false,
        "due \(String(describing: state.totals?.due)), at the server \(view.totals.due)")
      ledger.expect(
        state.totals?.discount.minorUnits == view.totals.discount, "another discount is shown")
      ledger.expect(state.promos.map(\.code) == view.promos.map(\.code), "other codes are shown")
      ledger.expect(
        view.lines.reduce(0) { $0 + $1.final } + view.fees.reduce(0) { $0 + $1.amount }
          == view.totals.due
          && view.totals.discounts.reduce(0) { $0 + $1.amount } == view.totals.discount,
        "the server's sums do not add up")
    }
    for index in 0..<4 where !wishes[index].isUnsure {
      let (wished, present) = (wishes[index].quantity, quantity(index, in: view))
      ledger.expect(
        present == wished, "\(Self.items[index].name): \(wished) wished, \(present) at the server")
    }
    for order in server.placed {
      let chosen = order.cart.lines.filter { $0.kind == "chosen" }
      let ordered = Dictionary(uniqueKeysWithValues: chosen.map { ($0.item.name, $0.quantity) })
      ledger.expect(
        shown[order.cart.id]?.contains(ordered) == true,
        "ordered \(ordered), shown \(shown[order.cart.id] ?? [])")
    }
    ledger.expect(
      Set(server.placed.map(\.cart.id)).count == server.placed.count, "a cart was ordered twice")
  }

  /// What the user has put into a cart.
  func quantities(_ state: CartState) -> [String: Int] {
    let chosen = state.lines.filter { $0.kind == .chosen }
    return Dictionary(uniqueKeysWithValues: chosen.map { ($0.item.name, $0.quantity) })
  }

  func quantity(_ index: Int, in view: CartView?) -> Int {
    view?.lines.first { $0.kind == "chosen" && $0.item.name == Self.items[index].name }?.quantity
      ?? 0
  }

  private func describe(_ state: CartState) -> String {
    let lines = state.lines.map { "\($0.quantity) \($0.item.name) \($0.mark)" }
    return "\(state.id ?? "none") \(lines) due \(state.totals?.due.minorUnits ?? 0)"
      + " \(state.promos.map(\.code)) \(state.order) \(state.fetch.word) waiting \(state.waiting.count)"
  }
}

extension CartFetch {
  /// A set has no order of its own.
  fileprivate var word: String {
    if case .closed(let reasons) = self { "\(reasons.map(\.rawValue).sorted())" } else { "\(self)" }
  }
}

extension CartLine.Kind {
  fileprivate var word: String {
    switch self {
    case .chosen: "chosen"
    case .gift: "gift"
    case .unknown(let word): word
    }
  }
}
