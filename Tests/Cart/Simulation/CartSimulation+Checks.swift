import CartTestSupport
import Commerce
import Sandbox
import Sync
import SyncTestSupport

@testable import Cart

extension CartSimulation {
  /// Checks the rules that hold after every step.
  func look() {
    let state = cart.state
    ledger.note("shown: \(describe(state))")
    ledger.expect(state.addsUp, "what is shown does not add up")
    let placed = state.placedOrders
    ledger.expect(Set(placed.map(\.id)).count == placed.count, "an order is listed twice")
    ledger.expect(placed.allSatisfy { !$0.lines.isEmpty }, "an order has no lines")
    let isKept = placed.allSatisfy { $0.number == nil || !takenBack.contains($0.id) }
    ledger.expect(isKept, "an order that was taken back is placed")
    if state.sync.fetch == .idle { hasFetched = true }
    follow(state)
    lookAtOrder(state)
    lookBehind(state)
    for index in Self.own where !edits[index].isUnsure {
      let item = Self.items[index]
      let waits = state.pending.contains { change in
        if case .line(item.line, _, _) = change.subject { !change.status.isFailed } else { false }
      }
      guard waits else {
        isBlind.remove(index)
        if state.totals?.isEstimate == false {
          ledger.expect(
            state.quantity(of: item) == edits[index].quantity,
            "\(item.name): \(state.quantity(of: item)) shown as final, "
              + "\(edits[index].quantity) wished")
        }
        continue
      }
      guard !isBlind.contains(index) else { continue }
      ledger.expect(
        state.quantity(of: item) == edits[index].quantity,
        "\(item.name): \(state.quantity(of: item)) shown, \(edits[index].quantity) wished")
    }
  }

  /// Checks the rules about the state, the disk and the server.
  private func lookBehind(_ state: CartState) {
    let order = state.pending.firstIndex { $0.subject == .order && $0.reason == .inFlight }
    ledger.expect(order ?? 0 == 0, "an order overtakes what was wished before it")
    let own = Self.own.map { Self.items[$0].line }
    for change in state.pending where change.status.isFailed {
      switch change.subject {
      case .line(let line, _, _) where !own.contains(line): break
      case .order: break
      default: ledger.expect(false, "the server refuses nothing like \(change.subject)")
      }
    }
    guard !isCartUnsure else { return }
    let unknown = server.ids.subtracting(disk.kept.ids)
    ledger.expect(unknown.isEmpty, "the id of a cart at the server was never kept: \(unknown)")
  }

  /// Checks that a new cart is empty and that the previous one ended for a known reason.
  private func follow(_ state: CartState) {
    guard state.id != cartID else { return }
    let ended = leftCarts.union(server.placed.map(\.cart.id))
    let isBack = state.id.map(ended.contains) == true
    if let cartID, !isBack {
      let isOrdered = server.placed.contains { $0.cart.id == cartID }
      ledger.expect(
        isOrdered || leftCarts.contains(cartID) || isCartUnsure, "the cart \(cartID) is gone")
    }
    if cartID != nil || isBack {
      edits = edits.map { Wish(isUnsure: $0.isUnsure && isCartUnsure) }
      // A crash may precede the write of an end that was displayed.
      if isBack {
        for index in edits.indices { edits[index].isUnsure = true }
      }
      for line in state.lines {
        if let index = Self.items.firstIndex(where: { $0.line == line.id }) {
          edits[index].quantity = line.quantity
        }
      }
    }
    cartID = state.id
    (lineOrder, placeless) = ([], [])
  }

  /// Checks that lines are displayed in the order of adding.
  private func lookAtOrder(_ state: CartState) {
    for index in Self.own {
      let isRemoved = lineOrder.contains(index) && edits[index].quantity == 0
      if isRemoved || edits[index].isUnsure || isCartUnsure || disk.room != .enough {
        placeless.insert(index)
      }
    }
    let shown = state.lines.compactMap { line in
      Self.own.first { line.kind == .chosen && Self.items[$0].line == line.id }
    }
    lineOrder += shown.filter { !lineOrder.contains($0) }
    // Without the server's cart, a line that it has is shown as a new one.
    guard placeless.isEmpty, isBlind.isEmpty || hasFetched else { return }
    ledger.expect(
      shown == lineOrder.filter(shown.contains), "the lines are not in the order they were added in"
    )
  }

  private func describe(_ state: CartState) -> String {
    let lines = state.lines.map { "\($0.quantity) \($0.item.name) \($0.status)" }
    return "\(state.id ?? "none") \(lines) due \(state.totals?.due.minorUnits ?? 0)"
      + " \(state.promos.map(\.code)) \(state.order) \(state.sync.fetch.word) waiting \(state.pending.count)"
  }
}
