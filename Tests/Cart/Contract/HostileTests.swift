import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct HostileTests {
  private let device = CartDevice()

  @Test func `A change that an intermediary answers is sent again and applied once`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      let id = await cart.settled().id
      let line = CartItem.margherita.line

      for (path, change) in [
        ("/lines", { _ = try await cart.add(.cola, count: 2) }),
        ("/lines", { _ = try await cart.setQuantity(3, of: line) }),
        ("/promos", { _ = try await cart.setPromo("TENTH", isWanted: true) }),
        (
          "/fulfilment",
          {
            _ = try await cart.setFulfillment(CartFulfillment(.pickup, "1"))
          }
        ),
        ("/order", { _ = try await cart.order() }),
      ] as [(String, () async throws -> Void)] {
        device.server.intercept(HostileAnswer.all) { $0.path.hasSuffix(path) }
        try await change()
        let state = await cart.when { state in
          state.pending.isEmpty && (path == "/order" || state.totals?.isEstimate == false)
            || state.pending.contains { $0.status.isFailed } || !state.others.isEmpty
            || !device.gate.isOpen
        }
        // A change that has reached the server may be confirmed by a fetch.
        #expect(device.server.queuedFaults <= HostileAnswer.all.count / 2 + 1, "\(path)")
        #expect(state.pending.isEmpty && state.others.isEmpty && device.gate.isOpen, "\(path)")
        #expect(path == "/order" || state.id == id, "\(path)")
      }

      let order = try #require(device.server.model.placed.first)
      #expect(device.server.model.placed.count == 1)
      #expect(order.cart.lines.map(\.quantity) == [3, 2])
      #expect(order.cart.promos.map(\.code) == ["TENTH"])
      #expect(device.server.model.ids.count == 1)
    }
    #expect(Set(device.server.requests.compactMap(\.idempotencyKey)).count == 6)
  }

  @Test func `A fetch that an intermediary answers changes nothing`() async throws {
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      let before = await cart.settled()

      for answer in HostileAnswer.all {
        device.server.intercept([answer]) { $0.method == .get }
        do { try await cart.refresh() } catch {}
        let state = cart.state
        #expect(device.server.queuedFaults == 0)
        #expect(
          state.id == before.id && state.lines == before.lines && state.totals == before.totals
            && state.others.isEmpty && device.gate.isOpen, "\(answer.testDescription)")
      }

      try await cart.setQuantity(5, of: CartItem.margherita.line)
      await cart.settled()
      #expect(device.quantities == ["margherita": 5])
      #expect(device.server.model.ids.count == 1)
    }
  }
}
