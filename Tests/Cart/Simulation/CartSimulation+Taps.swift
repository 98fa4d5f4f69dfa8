import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport

@testable import Cart

extension CartSimulation {
  /// Makes a call for the user and waits for it; returns whether it succeeded.
  @discardableResult
  func tap(
    _ line: CartLine.ID? = nil, isOrder: Bool = false,
    _ call: @escaping @Sendable (LiveShoppingCart) async throws -> Void
  ) -> Bool {
    let cart = cart
    let before = cart.state
    guard ask({ try await call(cart) }) != nil else { return false }
    let isStored = cart.state.sync.isDurable
    if !isOrder, case .pending = before.order, case .pending = cart.state.order {
      ledger.expect(false, "a cart that is being ordered takes a change")
    }
    ledger.expect(
      isStored || disk.room == .none, "there is room, and a tap is not kept")
    if !isStored {
      isCartUnsure = true
      for index in edits.indices where line == nil || Self.items[index].line == line {
        edits[index].isUnsure = true
      }
    }
    return true
  }

  func add(_ index: Int, _ count: Int) {
    let item = Self.items[index]
    // Offline after a restart, the quantity at the server is unknown.
    if !hasFetched { isBlind.insert(index) }
    if tap(item.line, { try await $0.add(item, count: count) }) { edits[index].quantity += count }
  }

  func addAndKill(_ index: Int, after count: Int) {
    for _ in 0..<2 {
      let (cart, item) = (cart, Self.items[index])
      Task(executorPreference: executor) {
        do { _ = try await cart.add(item, count: 1) } catch {}
      }
    }
    for _ in 0..<count { executor.step() }
    // The calls did not return, and on a full disk a change that was sent may not be stored.
    edits[index].isUnsure = true
    if disk.room == .none { isCartUnsure = true }
    perform(.kill)
  }

  func set(_ index: Int, _ quantity: Int) {
    guard !Self.shared.contains(index) else { return }
    let line = Self.items[index].line
    if tap(line, { try await $0.setQuantity(quantity, of: line) }) {
      edits[index].quantity = quantity
    }
  }

  /// Orders the cart for the displayed sum; returns whether the call succeeded.
  @discardableResult
  func order() -> Bool {
    let before = cart.state
    guard let id = before.id, let due = before.totals?.due,
      tap(isOrder: true, { try await $0.placeOrder(for: due) })
    else { return false }
    shown[id, default: []].append(quantities(before))
    return true
  }

  /// Takes back the order that waits; one that has gone by this must never be placed.
  func withdraw() {
    let cart = cart
    guard let waiting = cart.state.placedOrders.first(where: { $0.number == nil }),
      ask({ try await cart.withdrawOrder() }) != nil, disk.room == .enough,
      cart.state.sync.isDurable,
      !cart.state.placedOrders.contains(where: { $0.id == waiting.id })
    else { return }
    takenBack.insert(waiting.id)
  }

  /// Records each placed order as passed on, and acknowledges it, as an app does.
  func handOver() {
    let cart = cart
    for order in cart.state.placedOrders {
      guard let number = order.number else { continue }
      passedOn[number] = order
      _ = ask { try await cart.acknowledge(order.id) }
    }
  }

  func decide(_ isKept: Bool) {
    for change in cart.state.pending {
      guard change.status.isFailed else { continue }
      if case .line(let line, _, _) = change.subject,
        let index = Self.items.firstIndex(where: { $0.line == line })
      {
        // Only changes of the fifth product are ever discarded.
        if !isKept && index < 4 { continue }
      }
      let cart = cart
      _ = answer {
        do {
          if isKept { try await cart.retry(change.id) } else { try await cart.discard(change.id) }
        } catch {}
      }
    }
  }

  /// Visits another city, adds an item there, and returns.
  func visit(_ place: Int) {
    rest()
    let before = cart.state
    settle(in: Self.places[place])
    let away = cart.state
    let item = CartItem.sample("cola", "Away", 600, city: Self.places[place].city)
    ledger.expect(
      !away.lines.contains { $0.item.city != item.city }, "a line of another city is shown")
    let almaty = RequestContext.almaty.city
    let offered =
      away.others.first { other in other.city == almaty && !other.isClosed }?.lines ?? []
    for line in before.lines where line.kind == .chosen {
      // A refused change was wanted, too. Another device may have added units of a shared line meanwhile.
      let found = offered.first { $0.item.line == line.id }?.quantity ?? 0
      let isShared = Self.shared.contains { Self.items[$0].line == line.id }
      ledger.expect(
        line.quantity == 0 || found == line.quantity || isShared && found > line.quantity,
        "\(line.item.name) is not beside the cart of another city")
    }
    let isTaken = away.quantity(of: item) < 99
    if isTaken, tap(nil, { try await $0.add(item, count: 1) }) { visits[place] += 1 }
    if !isCartUnsure, hasFetched {
      ledger.expect(
        cart.state.quantity(of: item) == visits[place],
        "\(cart.state.quantity(of: item)) shown in another city, \(visits[place]) wished")
    }
    settle(in: .almaty)
  }

  /// Settles a city, and waits until the cart is in it and stored.
  private func settle(in context: RequestContext) {
    city.settle(in: context)
    rest()
    ledger.expect(cart.state.city == context.city, "the cart stays in the other city")
  }
}
