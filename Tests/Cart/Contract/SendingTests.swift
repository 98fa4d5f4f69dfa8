import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct SendingTests {
  private let device = CartDevice()

  @Test(arguments: Backing.allCases)
  func `A change without a network is pending with a reason, and is sent when the network is back`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    device.gate.close(for: .offline)
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.cola, count: 3)
      let state = await cart.when {
        $0.pending.allSatisfy { $0.reason == .gateClosed([.offline]) }
      }
      #expect(state.pending.map(\.status) == [.pending, .pending])
      #expect(state.lines.map(\.status) == [.pending, .pending])
      #expect(device.server.requests.isEmpty)

      device.gate.open(for: .offline)
      await cart.settled()

      #expect(device.quantities == ["margherita": 1, "cola": 3])
    }
  }

  @Test func `An item that is added and removed before it was sent is not sent`() async throws {
    device.gate.close(for: .offline)
    try await device.session { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.cola, count: 1)
      try await cart.setQuantity(4, of: CartItem.margherita.line)
      try await cart.setQuantity(0, of: CartItem.margherita.line)
      let state = await cart.when { $0.pending.count == 1 }
      #expect(state.lines.map(\.id) == [CartItem.cola.line])

      device.gate.open(for: .offline)
      await cart.settled()

      let changes = device.server.requests.filter { $0.idempotencyKey != nil }
      #expect(changes.count == 1)
    }
  }
}
