import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Sync
import SyncTestSupport
import Testing

struct DecidingTests {
  private let device = CartDevice()

  @Test
  func `A refusal undoes only its own effect, and shows its reason until the user decides`()
    async throws
  {
    try await device.session(having: .margherita, count: 2) { cart in
      device.server.change { $0.menu.soldOut = ["margherita", "cola"] }
      try await cart.add(.cola, count: 1)
      try await cart.setQuantity(5, of: CartItem.margherita.line)

      let state = await cart.when { $0.lines.filter { $0.status.isFailed }.count == 2 }

      #expect(state.quantity(of: .margherita) == 2)
      #expect(state.quantity(of: .cola) == 0)
      #expect(state.lines.last?.status == .failed(.rejected(.soldOut(text: "Cola is sold out"))))
      #expect(state.pending.count == 2)
      #expect(state.addsUp)
      for change in state.pending { try await cart.discard(change.id) }
      let after = await cart.when { $0.pending.isEmpty }
      #expect(after.lines.map(\.quantity) == [2])
    }
  }

  @Test func `A removed line is removed at the server, whatever was changed before`() async throws {
    try await device.session(having: .cola, count: 2) { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.pepperoni, count: 1)
      await cart.settled()
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      try await cart.setQuantity(0, of: CartItem.cola.line)
      try await cart.setQuantity(5, of: CartItem.pepperoni.line)
      try await cart.setQuantity(0, of: CartItem.pepperoni.line)
      #expect(cart.state.lines.map(\.id) == [CartItem.margherita.line])
      device.gate.open(for: .offline)
      await cart.settled()
      #expect(device.quantities == ["margherita": 1])
    }
    device.gate.close(for: .offline)
    // The app starts offline, so it does not know that the server has the line.
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.setQuantity(0, of: CartItem.margherita.line)
      device.gate.open(for: .offline)
      await cart.when { $0.sync.fetch == .idle && $0.pending.isEmpty }
      #expect(device.quantities == [:])
    }
  }
}
