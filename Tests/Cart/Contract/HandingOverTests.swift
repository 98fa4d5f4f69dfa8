import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct HandingOverTests {
  @Test(arguments: Backing.allCases)
  func `An order is a value from the tap on, with its lines, sums and fulfillment`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session { cart in
      try await fill(cart)
      let shown = cart.state
      device.gate.close(for: .offline)
      try await cart.order()
      let order = try #require(cart.state.placedOrders.first)
      #expect(order.number == nil && cart.state.placedOrders.count == 1)
      #expect(order.lines.map(\.item) == shown.lines.map(\.item))
      #expect(order.lines.map(\.quantity) == [2, 3])
      #expect(order.lines.map(\.price) == shown.lines.map(\.price))
      #expect(order.totals == shown.totals && order.fulfillment == shown.fulfillment)
      #expect(order.city == RequestContext.almaty.city)
      await #expect(throws: CartError.orderInProgress) { try await cart.acknowledge(order.id) }

      device.gate.open(for: .offline)

      let state = await cart.when { $0.placedOrders.first?.number != nil }
      #expect(state.placedOrders.map(\.number) == ["N-1"] && state.placedOrders[0].id == order.id)
      #expect(state.lines.isEmpty && state.placedOrders[0].lines == order.lines)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A placed order outlives the next cart and a restart, until it is acknowledged`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session { cart in
      try await fill(cart)
      try await cart.order()
      await cart.when { $0.placedOrders.first?.number != nil }
      try await cart.add(.cola, count: 1)
      #expect(cart.state.order == .open && cart.state.placedOrders.count == 1)
    }
    try await device.session { cart in
      let order = try #require(cart.state.placedOrders.first)
      #expect(order.number == "N-1" && order.lines.map(\.quantity) == [2, 3])
      try await cart.acknowledge("another")
      #expect(cart.state.placedOrders.count == 1)
      try await cart.acknowledge(order.id)
      #expect(cart.state.placedOrders.isEmpty)
      try await cart.acknowledge(order.id)
    }
    try await device.session { cart in
      #expect(cart.state.placedOrders.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An order whose answer was lost is the same order after the answer`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    try await device.session { cart in
      try await fill(cart)
      device.server.spoil(.answerLost, .answerLost, .answerLost)
      try await cart.order()
      let id = cart.state.placedOrders.first?.id
      let state = await cart.when { $0.placedOrders.first?.number != nil }
      #expect(state.placedOrders.map(\.id) == [id] && device.server.model.placed.count == 1)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An order is found by its key if the server has forgotten its answer`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    try await device.session { cart in
      try await fill(cart)
      device.server.spoil(.answerLost { $0.forgetOrderAnswers() })
      try await cart.order()
      let state = await cart.when { $0.placedOrders.first?.number != nil || $0.lines.isEmpty }
      #expect(state.placedOrders.map(\.number) == ["N-1"] && state.abandoned.isEmpty)
      #expect(device.server.requests.contains { $0.path == "/v1/orders" })
    }
  }

  @Test(arguments: Backing.allCases)
  func `A refused order is not a placed one`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    try await device.session { cart in
      try await fill(cart)
      device.server.change { $0.menu.prices["margherita"] = 2_900 }
      try await cart.order()
      let state = await cart.when { if case .refused = $0.order { true } else { false } }
      #expect(state.placedOrders.isEmpty && !state.lines.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A follower that sees one state of many misses none of 60 orders`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    try await device.session { cart in
      for number in 1...60 {
        try await cart.add(.margherita, count: 2)
        await cart.settled()
        try await cart.order()
        await cart.when { $0.placedOrders.last?.number == "N-\(number)" }
      }
      #expect(cart.state.placedOrders.map(\.number) == (1...60).map { "N-\($0)" })
      #expect(cart.state.placedOrders.allSatisfy { $0.lines.map(\.quantity) == [2] })
      for order in cart.state.placedOrders { try await cart.acknowledge(order.id) }
      #expect(cart.state.placedOrders.isEmpty)
    }
  }

  private func fill(_ cart: any ShoppingCart) async throws {
    try await cart.setFulfillment(CartFulfillment(.delivery, "home"))
    try await cart.add(.margherita, count: 2)
    try await cart.add(.cola, count: 3)
    await cart.settled()
  }
}
