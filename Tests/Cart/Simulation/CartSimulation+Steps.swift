import CartTestSupport
import Commerce
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport

@testable import Cart

extension CartSimulation {
  func perform(_ step: CartStep) {
    switch step {
    case .add(let index, let count): add(index, count)
    case .set(let index, let quantity): set(index, quantity)
    case .promo(let index, let isWanted):
      tap { try await $0.setPromo(Self.promos[index], isWanted: isWanted) }
    case .fulfil(let isDelivered):
      let fulfillment = CartFulfillment(isDelivered ? .delivery : .pickup, "here")
      tap { try await $0.setFulfillment(fulfillment) }
    case .acceptPrices:
      for line in cart.state.lines where line.price.unit != line.item.unitPrice {
        tap(line.id) { try await $0.acceptPrice(of: line.id) }
      }
    case .order: order()
    case .withdraw: withdraw()
    case .decide(let isKept): decide(isKept)
    case .refresh:
      let cart = cart
      Task(executorPreference: executor) { do { try await cart.refresh() } catch {} }
    case .refreshed: waitForRefresh()
    case .visit(let place): visit(place)
    case .addElsewhere(let index):
      guard Self.shared.contains(index), let id = cart.state.id, server.cart(id) != nil else {
        return
      }
      let item = CartView.Item(Self.items[index])
      let present = quantity(index, in: server.cart(id))
      network.change { $0.model.setElsewhere(present + 1, of: item, in: id) }
      edits[index].quantity += 1
    case .closeElsewhere:
      guard let id = cart.state.id, shown[id] == nil, server.cart(id) != nil else { return }
      network.change { $0.model.close(id) }
      leftCarts.insert(id)
    case .changePrice(let index, let change):
      let names = ["margherita", "pepperoni", "cola", "cheese", "ham"]
      network.change { $0.model.menu.prices[names[index]]? += change }
    case .sellOut(let isSoldOut):
      network.change { $0.model.menu.soldOut = isSoldOut ? ["ham"] : [] }
    case .fillDisk: disk.room = .none
    case .crowdDisk: disk.room = .forQueue
    case .freeDisk: disk.room = .enough
    case .slowDisk: disk.change { $0.delay = 50 }
    case .loseAnswer: network.loseAnswer()
    case .addAndKill(let index, let count): addAndKill(index, after: count)
    case .device(let step):
      perform(onDevice: step)
      if step == .wait, seed % 3 == 0 { handOver() }
    }
  }

  /// Refreshes, and checks that the state is not older than the call.
  private func waitForRefresh() {
    let (cart, id) = (cart, cart.state.id)
    let known = id.flatMap { server.cart($0) }?.lines.filter { $0.kind == "chosen" } ?? []
    guard ask({ try await cart.refresh() }) != nil, cart.state.id == id else { return }
    for line in known {
      let shown = cart.state.lines.first { $0.item.name == line.item.name && $0.kind == .chosen }
      ledger.expect(
        shown == nil || shown?.price.unit.minorUnits == line.unitPrice,
        "a refresh shows what the server had before it")
    }
  }

  var server: CartServerModel { network.server.model }
}
