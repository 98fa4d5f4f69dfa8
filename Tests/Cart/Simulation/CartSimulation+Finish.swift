import CartTestSupport
import Commerce
import Networking
import Sandbox
import Sync
import SyncTestSupport

@testable import Cart

extension CartSimulation {
  /// Ends all faults and checks that the server has what the user wanted.
  func finish() {
    network.change { $0.model.menu.soldOut = [] }
    disk.room = .enough
    sendAll {
      !cart.state.pending.isEmpty
    } decide: {
      decide(true)
    }
    quiesce()
    // The last answer may have closed the gate again.
    goOnline()
    quiesce()
    let isEstimate = cart.state.totals?.isEstimate == true
    ledger.expect(
      !isEstimate || !cart.state.pending.isEmpty || cart.state.sync.fetch != .idle,
      "everything is answered, and the sums are an estimate")
    guard refreshAtLast(cart.refresh) else { return }
    compare(cart.state)
    comparePlaces()
    orderAtLast()
    handOver()
    compareOrders()
    kill()
    // A suspended request would stay in memory with everything that it references.
    quiesce()
  }

  /// Orders the remaining lines, which must succeed.
  private func orderAtLast() {
    perform(.acceptPrices)
    quiesce()
    guard ledger.violation == nil, let id = cart.state.id, order() else { return }
    quiesce()
    ledger.expect(
      server.placed.contains { $0.cart.id == id } && cart.state.id != id,
      "nothing stands against the order, and it is not placed: \(cart.state.order)")
  }

  /// Checks that the app has passed on every order at the server, with its lines and its sum.
  private func compareOrders() {
    ledger.expect(
      cart.state.placedOrders.allSatisfy { $0.number == nil }, "an acknowledged order stays")
    for order in server.placed where !isCartUnsure {
      let found = passedOn[order.number]
      ledger.expect(found != nil, "the order \(order.number) was not passed on")
      // A gift that was not displayed at the tap comes with the server's order.
      let chosen = order.cart.lines.filter { $0.kind == "chosen" }
      ledger.expect(
        found.map { $0.lines.filter { $0.kind == .chosen }.map(\.quantity).sorted() }
          == chosen.map(\.quantity).sorted(),
        "the order \(order.number) has other lines")
      ledger.expect(
        found?.totals?.due.minorUnits == order.cart.totals.due,
        "the order \(order.number) has another sum")
    }
    ledger.expect(
      Set(passedOn.values.map(\.id)).count == passedOn.count, "an order was passed on as two")
  }

  private func comparePlaces() {
    for (place, context) in Self.places.enumerated() where !isCartUnsure {
      let carts = server.open.filter { $0.city == context.city.rawValue }
      let present = carts.flatMap(\.lines).reduce(0) { $0 + $1.quantity }
      ledger.expect(
        present == visits[place],
        "\(visits[place]) wished in another city, \(present) at the server")
    }
  }

  private func compare(_ state: CartState) {
    let undecided = state.pending.filter { $0.subject != .order }
    ledger.expect(undecided.isEmpty, "something still waits: \(undecided)")
    ledger.expect(state.order != .pending(.pending), "the order still waits")
    let view = state.id.flatMap { server.cart($0) }
    let there = Dictionary(
      uniqueKeysWithValues: (view?.lines ?? []).map { ($0.item.name + $0.kind, $0.quantity) })
    let here = Dictionary(
      uniqueKeysWithValues: state.lines.map { ($0.item.name + $0.kind.rawValue, $0.quantity) })
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
    for index in 0..<4 where !edits[index].isUnsure {
      let (wished, present) = (edits[index].quantity, quantity(index, in: view))
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

  /// Returns the quantities of the lines that the user added to a cart, by name.
  func quantities(_ state: CartState) -> [String: Int] {
    let chosen = state.lines.filter { $0.kind == .chosen }
    return Dictionary(uniqueKeysWithValues: chosen.map { ($0.item.name, $0.quantity) })
  }

  func quantity(_ index: Int, in view: CartView?) -> Int {
    view?.lines.first { $0.kind == "chosen" && $0.item.name == Self.items[index].name }?.quantity
      ?? 0
  }
}
