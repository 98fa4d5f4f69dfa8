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

struct CitiesTests {
  private let device = CartDevice()
  private let burek = CartItem.sample(
    "pepperoni", "Burek", 3_000, city: RequestContext.belgrade.city)
  private let almaty = RequestContext.almaty.city

  @Test(arguments: Backing.allCases)
  func `The choice of a city selects its cart, and the others are shown beside it`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita, count: 2) { cart in
      let id = cart.state.id
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      await device.settle(in: .belgrade, cart)
      #expect(cart.state.id == nil && cart.state.lines.isEmpty)
      #expect(
        cart.state.others.map(\.city) == [almaty] && cart.state.others.map(\.isClosed) == [false])
      #expect(cart.state.others.first?.lines.map(\.quantity) == [2, 1])
      try await cart.add(burek, count: 3)
      await device.settle(in: .almaty, cart)
      #expect(cart.state.id == id && cart.state.lines.map(\.quantity) == [2, 1])
      #expect(cart.state.others.map(\.city) == [RequestContext.belgrade.city])
    }
    device.gate.open(for: .offline)
    try await device.session { cart in
      await cart.settled()
      #expect(cart.state.lines.map(\.item) == [.margherita, .cola])
    }
    #expect(device.quantities == ["margherita": 2, "cola": 1, "pepperoni": 3])
  }

  @Test(arguments: Backing.allCases)
  func `After a launch without a network, the cart is complete and its sums are estimates`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    var sums: CartTotals?
    try await device.session { cart in
      try await cart.setFulfillment(CartFulfillment(.delivery, "home"))
      try await cart.setPromo("TENTH", isWanted: true)
      try await cart.add(.margherita, count: 2)
      sums = await cart.settled().totals
    }
    device.gate.close(for: .offline)
    try await device.session { cart in
      let state = cart.state
      #expect(state.isComplete && state.lines.map(\.quantity) == [2])
      #expect(state.promos.map(\.code) == ["TENTH"] && state.fulfillment?.place == "home")
      #expect(state.totals?.due == sums?.due && state.totals?.isEstimate == true)
      try await cart.change(CartItem.margherita.line, by: 1)
      #expect(cart.state.quantity(of: .margherita) == 3)
    }
    device.gate.open(for: .offline)
    try await device.session { cart in
      await cart.settled()
      #expect(device.quantities == ["margherita": 3])
    }
  }

  @Test func `A dismissed cart of another city stays empty, and its changes are not sent`()
    async throws
  {
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      await device.settle(in: .belgrade, cart)
      try await cart.dismiss(#require(cart.state.others.first))
      #expect(cart.state.others.isEmpty)
      device.gate.open(for: .offline)
      await cart.when { $0.pending.isEmpty }
    }
    try await device.session { cart in
      #expect(cart.state.lines.isEmpty && cart.state.others.isEmpty)
      try await cart.add(.cola, count: 4)
      await cart.settled()
      #expect(cart.state.lines.map(\.quantity) == [4])
    }
    #expect(device.quantities == ["margherita": 1, "cola": 4])
  }

  @Test func `A call during which another city is chosen changes no cart`() async throws {
    let city = SettledCity(.almaty)
    let cart = device.environment(in: city).makeCart { _, _, _ in
      city.settle(in: .belgrade)
      return []
    }
    try await cart.add(.cola, count: 1)
    await #expect(throws: CartError.sync(.noCity)) { try await cart.add(.cola, count: 1) }
    #expect(cart.state.city == RequestContext.belgrade.city && cart.state.pending.count == 1)
  }

  @Test func `A cart with an order is not dismissed`() async throws {
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.order()
      await device.settle(in: .belgrade, cart)
      let other = try #require(cart.state.others.first)
      await #expect(throws: CartError.orderInProgress) { try await cart.dismiss(other) }
      device.gate.open(for: .offline)
      await cart.when { $0.placedOrders.first?.number != nil }
      #expect(cart.state.others.isEmpty)
    }
  }

  // MARK: Closed carts

  @Test
  func `The lines of a cart that the server has closed are offered, and can be added in one step`()
    async throws
  {
    try await device.session(having: .margherita) { cart in
      device.server.change { [id = cart.state.id ?? ""] in $0.close(id) }
      try await cart.add(.cola, count: 2)
      let state = await cart.when { !$0.others.isEmpty }
      #expect(state.lines.isEmpty && state.pending.isEmpty)
      let closed = try #require(state.others.first)
      #expect(closed.isClosed && closed.lines.map(\.quantity) == [1, 2])
      #expect(try await cart.add(closed.lines) == [])
      try await cart.dismiss(closed)
      await cart.settled()
      #expect(cart.state.others.isEmpty && cart.state.lines.map(\.quantity) == [1, 2])
    }
    #expect(device.quantities == ["margherita": 1, "cola": 2])
  }

  // MARK: Several lines

  @Test func `Several items are added in one step, and what does not fit is named`() async throws {
    try await device.session(having: .cola, count: 60) { cart in
      let lines: [OtherCart.Line] = [
        .init(item: .margherita, quantity: 2), .init(item: .cola, quantity: 60),
        .init(item: burek, quantity: 1), .init(item: .pepperoni, quantity: 1),
        .init(item: .pepperoni, quantity: 1), .init(item: .sample("ham", "", 400), quantity: 1),
      ]
      let rests = try await cart.add(lines)
      #expect(rests.map(\.item.name) == ["Cola", "Burek", ""] && rests.map(\.count) == [21, 1, 1])
      #expect(rests.first?.reason == .badQuantity(120, allowed: 1...99))
      #expect(cart.state.lines.map(\.quantity) == [99, 2, 2])
      await cart.settled()
      #expect(device.quantities == ["cola": 99, "margherita": 2, "pepperoni": 2])
    }
  }

  @Test func `A cart takes 200 lines, and more units of those that it has`() async throws {
    func items(_ numbers: ClosedRange<Int>) -> [OtherCart.Line] {
      numbers.map { .init(item: .sample("item \($0)", "Item \($0)", 600), quantity: 1) }
    }
    device.gate.close(for: .offline)
    try await device.session { cart in
      let none = try await cart.add(items(1...199))
      #expect(none.isEmpty)
      let rests = try await cart.add(items(199...202) + items(200...200))
      #expect(rests.map(\.item.name) == ["Item 201", "Item 202"])
      #expect(rests.allSatisfy { $0.reason == .tooManyLines(limit: 200) && $0.count == 1 })
      #expect(cart.state.lines.suffix(3).map(\.quantity) == [1, 2, 2])
      #expect(cart.state.lines.count == 200)
      await #expect(throws: CartError.tooManyLines(limit: 200)) {
        try await cart.add(.cola, count: 1)
      }
      try await cart.add(items(1...1)[0].item, count: 1)
      #expect(cart.state.lines.first?.quantity == 2)
    }
  }

  @Test func `An item is added as often as it is listed, and without units not at all`()
    async throws
  {
    try await device.session(having: .cola) { cart in
      device.gate.close(for: .offline)
      let none = try await cart.add([])
      let rests = try await cart.add([
        .init(item: .cola, quantity: 2), .init(item: .cola, quantity: 3),
        .init(item: .cola, quantity: 0), .init(item: .margherita, quantity: -1),
      ])
      #expect(none.isEmpty && cart.state.quantity(of: .cola) == 6)
      #expect(cart.state.quantity(of: .margherita) == 0)
      #expect(
        rests.map(\.reason) == [0, -1].map { CartError.badQuantity($0, allowed: 1...99) })
      let full = try await cart.add([
        .init(item: .cola, quantity: 93), .init(item: .cola, quantity: 1),
        .init(item: .pepperoni, quantity: .max),
      ])
      #expect(full.map(\.count) == [1, .max - 99])
      #expect(full.first?.reason == .badQuantity(100, allowed: 1...99))
    }
  }
}
