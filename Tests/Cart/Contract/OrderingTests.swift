import Cart
import CartTestSupport
import Commerce
import Networking
import NetworkingTestSupport
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct OrderingTests {
  private let device = CartDevice()

  @Test
  func `An order is placed once, for the displayed cart, and the next cart is empty`() async throws
  {
    device.server.spoil(.answerLost)
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      let before = await cart.settled()
      device.server.spoil(.answerLost, .lost, .status(503))

      try await cart.order()

      let order = cart.state.placedOrders.first?.id
      let state = await cart.when { $0.lines.isEmpty }
      #expect(
        state.order == .placed(id: "N-1", number: "N-1") && state.placedOrders.map(\.id) == [order])
      #expect(state.lines.isEmpty)
      #expect(state.totals == nil)
      let orders = device.server.model.placed
      #expect(orders.count == 1)
      #expect(orders.first?.cart.totals.due == before.totals?.due.minorUnits)
      try await cart.add(.cola, count: 1)
      let next = await cart.settled()
      #expect(next.id != before.id)
      #expect(next.order == .open)
      #expect(device.quantities == ["cola": 1])
    }
  }

  @Test
  func `An order for another sum than the server's is refused, and the cart stays`() async throws {
    try await device.session(having: .margherita) { cart in
      device.server.change { $0.menu.prices["margherita"] = 2_700 }
      try await cart.order()

      let state = await cart.when { state in
        if case .refused = state.order { state.sync.fetch == .idle } else { false }
      }

      #expect(state.quantity(of: .margherita) == 1 && state.placedOrders.isEmpty)
      #expect(state.totals?.due.minorUnits == 2_700)
      #expect(state.lines.contains { !$0.problems.isEmpty })
      #expect(device.server.model.placed.isEmpty)
    }
  }

  @Test
  func `A refused order cannot be retried after a change that was made without run()`() async throws
  {
    var order: ChangeID = 0
    try await device.session(having: .margherita) { cart in
      device.server.spoil(.problem("busy"))
      try await cart.order()
      let state = await cart.when { if case .refused = $0.order { true } else { false } }
      order = try #require(state.pending.first?.id)
    }
    let stopped = device.launch()
    try await stopped.add(.cola, count: 1)
    await #expect(throws: CartError.sync(.unknownChange(order))) {
      try await stopped.retry(order)
    }
    try await device.session { cart in
      await cart.when { $0.sync.isLoaded && $0.pending.isEmpty }
    }
    #expect(device.server.model.placed.isEmpty)
    #expect(device.quantities == ["margherita": 1, "cola": 1])
  }

  @Test func `An order for another sum than the displayed one is refused at once`() async throws {
    try await device.session(having: .margherita) { cart in
      let due = try #require(cart.state.totals?.due)
      let requests = device.server.requests.count
      for difference in [Int64(-1), 1] {
        await #expect(throws: CartError.notReady(.due(due))) {
          try await cart.placeOrder(for: Money(due.minorUnits + difference, due.currency))
        }
      }
      #expect(cart.state.order == .open && cart.state.pending.isEmpty)
      #expect(device.server.requests.count == requests)
    }
  }

  @Test func `The user has to decide about each refused change before the order`() async throws {
    device.server.change { $0.menu.soldOut = ["cola"] }
    try await device.session(having: .margherita) { cart in
      try await cart.add(.cola, count: 1)
      let state = await cart.when { $0.pending.contains { $0.status.isFailed } }
      let id = try #require(state.pending.first?.id)
      await #expect(throws: CartError.notReady(.undecided([id]))) { try await cart.order() }
      try await cart.discard(id)
      try await cart.order()
      await cart.when { $0.order == .placed(id: "N-1", number: "N-1") }
    }
  }

  @Test func `An empty cart cannot be ordered`() async throws {
    #expect(device.launch().state == .empty)
    try await device.session(in: nil) { cart in
      await device.settle(in: .almaty, cart)
      let rests = try await cart.add([])
      #expect(rests.isEmpty)
      #expect(cart.state.id == nil && cart.state.lines.isEmpty)
      await #expect(throws: CartError.notReady(.empty)) { try await cart.order() }
      #expect(device.server.requests.isEmpty)
    }
  }

  @Test
  func `An order is a value from the tap on, with its lines, sums and fulfillment`() async throws {
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
      await #expect(throws: CartError.orderInProgress) { try await cart.add(.cola, count: 1) }

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

  @Test func `An order is found by its key if the server has forgotten its answer`() async throws {
    try await device.session { cart in
      try await fill(cart)
      device.server.spoil(.answerLost { $0.forgetOrderAnswers() })
      try await cart.order()
      let state = await cart.when { $0.placedOrders.first?.number != nil || $0.lines.isEmpty }
      #expect(state.placedOrders.map(\.number) == ["N-1"] && state.others.isEmpty)
      #expect(device.server.requests.contains { $0.path == "/v1/orders" })
    }
  }

  private func fill(_ cart: any ShoppingCart) async throws {
    try await cart.setFulfillment(CartFulfillment(.delivery, "home"))
    try await cart.add(.margherita, count: 2)
    try await cart.add(.cola, count: 3)
    await cart.settled()
  }
}
