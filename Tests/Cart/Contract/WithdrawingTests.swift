import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// The age of an order, and how it is taken back.
struct WithdrawingTests {
  private let device = CartDevice()

  @Test(arguments: Backing.allCases)
  func `An order that was never sent is withdrawn at once, also after restarts without a network`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.setQuantity(2, of: CartItem.margherita.line)
      try await cart.order()
    }
    for _ in 1...2 { try await device.session { #expect($0.state.order == .pending(.pending)) } }
    try await device.session { cart in
      try await cart.withdrawOrder()
      #expect(cart.state.order == .open && cart.state.placedOrders.isEmpty)
      #expect(cart.state.lines.map(\.quantity) == [2])
      try await cart.withdrawOrder()
      device.gate.open(for: .offline)
      try await cart.add(.cola, count: 1)
      await cart.settled()
    }
    #expect(device.server.model.placed.isEmpty)
  }

  @Test func `An order that the server may have is marked, and shown as placed`() async throws {
    try await device.session(having: .margherita) { cart in
      device.server.spoil(.answerLost, .lost)
      try await cart.order()
      await cart.when { $0.pending.first?.status == .maybeApplied || $0.lines.isEmpty }
      try await cart.withdrawOrder()
      let state = await cart.when { $0.placedOrders.first?.number != nil }
      #expect(state.placedOrders.map(\.isWithdrawn) == [true])
    }
    #expect(device.server.model.placed.count == 1)
  }

  @Test func `A placed order is marked until the next cart begins`() async throws {
    try await device.session(having: .margherita) { cart in
      try await cart.order()
      await cart.when { $0.placedOrders.first?.number != nil }
      try await cart.withdrawOrder()
      #expect(cart.state.placedOrders.map(\.isWithdrawn) == [true])
      try await cart.add(.margherita, count: 1)
      await cart.settled()
      try await cart.order()
      await cart.when { $0.placedOrders.count == 2 && $0.placedOrders.last?.number != nil }
      try await cart.add(.cola, count: 1)
      try await cart.withdrawOrder()
      #expect(cart.state.placedOrders.map(\.isWithdrawn) == [true, false])
    }
  }

  @Test func `Only the order of the chosen city is withdrawn`() async throws {
    let almaty = RequestContext.almaty.city
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.order()
      await device.settle(in: .belgrade, cart)
      try await cart.withdrawOrder()
      #expect(cart.state.placedOrders.map(\.city) == [almaty])
      await device.settle(in: .almaty, cart)
      #expect(cart.state.order == .pending(.pending))
      try await cart.withdrawOrder()
      #expect(cart.state.placedOrders.isEmpty)
    }
  }

  @Test func `An order that was not sent in time is refused, and can be made again`() async throws {
    let (server, clock, city) = (device.server, InstantClock(), SettledCity(.almaty))
    let cart = FeatureEnvironment(transport: server, city: city, clock: clock).makeCart()
    try await running(cart.run) {
      try await cart.add(.margherita, count: 2)
      await cart.settled()
      city.gate.close(for: .offline)
      try await cart.order()
      clock.jump(by: CartLimits.orderValidity)
      city.gate.open(for: .offline)
      let state = await cart.when { $0.order == .refused(.expired) }
      #expect(state.lines.map(\.quantity) == [2] && state.placedOrders.isEmpty)
      #expect(server.model.placed.isEmpty)
      try await cart.retry(#require(state.pending.first?.id))
      await cart.when { $0.placedOrders.first?.number != nil }
    }
    #expect(server.model.placed.count == 1)
  }
}
