import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Pricing
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct DecidingTests {
  @Test(arguments: Backing.allCases)
  func `A refusal undoes only its own effect, and shows its reason until the user decides`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita, count: 2) { cart in
      device.server.change { $0.menu.soldOut = ["margherita", "cola"] }
      try await cart.add(.cola, count: 1)
      try await cart.setQuantity(5, of: CartItem.margherita.line)

      let state = await cart.when { $0.lines.filter { $0.status.failed }.count == 2 }

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

  @Test(arguments: Backing.allCases)
  func `A refused change can be sent again`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    device.server.change { $0.menu.soldOut = ["cola"] }
    try await device.session { cart in
      try await cart.add(.cola, count: 2)
      let state = await cart.when { $0.lines.contains { $0.status.failed } }
      device.server.change { $0.menu.soldOut = [] }

      try await cart.retry(try #require(state.pending.first?.id))

      await cart.settled()
      #expect(device.quantities == ["cola": 2])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A later change replaces a refused one`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    device.server.change { $0.rules.quantity = 3 }
    try await device.session { cart in
      try await cart.add(.cola, count: 2)
      await cart.settled()
      try await cart.setQuantity(9, of: CartItem.cola.line)
      await cart.when { $0.lines.contains { $0.status.failed } }

      try await cart.setQuantity(3, of: CartItem.cola.line)

      let state = await cart.settled()
      #expect(state.quantity(of: .cola) == 3)
      #expect(device.quantities == ["cola": 3])
    }
  }

  @Test(arguments: Backing.allCases)
  func `The additions of two devices to one line both count`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    try await offline(device) { cart, id in
      try await cart.add(.cola, count: 2)
      #expect(cart.state.quantity(of: .cola) == 3)
      device.server.change { $0.setElsewhere(4, of: CartView.Item(.cola), in: id) }

      device.gate.open(for: .offline)

      let state = await cart.when { $0.pending.isEmpty && $0.quantity(of: .cola) == 6 }
      #expect(state.lines.map(\.status) == [.confirmed])
      #expect(device.quantities == ["cola": 6])
    }
  }

  @Test(arguments: Backing.allCases)
  func `The last of two devices that set a quantity counts`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    try await offline(device) { cart, id in
      try await cart.setQuantity(2, of: CartItem.cola.line)
      device.server.change { $0.setElsewhere(4, of: CartView.Item(.cola), in: id) }

      device.gate.open(for: .offline)

      await cart.settled()
      #expect(device.quantities == ["cola": 2])
    }
  }

  @Test(arguments: Backing.allCases)
  func `An order is placed once, for the displayed cart, and the next cart is empty`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    device.server.spoil(.answerLost)
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      let before = await cart.settled()
      device.server.spoil(.answerLost, .lost, .status(503))

      try await cart.order()

      let state = await cart.when { $0.id == nil }
      #expect(state.order == .placed("N-1"))
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

  @Test(arguments: Backing.allCases)
  func `An order is sent after all earlier changes, and the cart cannot be changed meanwhile`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      try await cart.setPromo("tenth", isWanted: true)
      try await cart.setPromo("tenth", isWanted: false)
      try await cart.order()
      #expect(cart.state.order == .pending(.pending))
      await #expect(throws: CartError.orderInProgress) { try await cart.add(.cola, count: 1) }

      device.gate.open(for: .offline)

      await cart.when { $0.id == nil }
      let order = try #require(device.server.model.placed.first)
      #expect(order.cart.lines.map(\.quantity) == [1, 1])
      #expect(order.cart.totals.due == 3_100)
    }
  }

  @Test(arguments: Backing.allCases)
  func `An order for another sum than the server's is refused, and the cart stays`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      device.server.change { $0.menu.prices["margherita"] = 2_700 }
      try await cart.order()

      let state = await cart.when { state in
        if case .refused = state.order { state.sync.fetch == .idle } else { false }
      }

      #expect(state.quantity(of: .margherita) == 1)
      #expect(state.totals?.due.minorUnits == 2_700)
      #expect(state.lines.contains { !$0.problems.isEmpty })
      #expect(device.server.model.placed.isEmpty)
      try await cart.acceptPrice(of: CartItem.margherita.line)
      await cart.when { $0.lines.allSatisfy { $0.status == .confirmed } }
      try await cart.order()
      await cart.when { $0.order == .placed("N-1") }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A change after a refused order replaces the order, which cannot be retried then`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      let order = try await refusedOrder(device, cart)
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      await #expect(throws: CartError.sync(.unknownChange(order))) {
        try await cart.retry(order)
      }
      await cart.when { $0.order == .open }
      device.gate.open(for: .offline)
      let state = await cart.settled()
      #expect(state.lines.map(\.quantity) == [1, 1])
    }
    #expect(device.server.model.placed.isEmpty)
    #expect(device.quantities == ["margherita": 1, "cola": 1])
  }

  @Test(arguments: Backing.allCases)
  func `A change after a refused order replaces the order, however soon it is applied`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      _ = try await refusedOrder(device, cart)
      try await cart.add(.cola, count: 1)
      await cart.when { $0.pending.isEmpty && $0.order == .open }
    }
    #expect(device.quantities == ["margherita": 1, "cola": 1])
  }

  @Test
  func `A refused order cannot be retried after a change that was made without run()`() async throws
  {
    let device = CartDevice()
    var order = 0
    try await device.session(having: .margherita) { cart in
      order = try await refusedOrder(device, cart)
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

  @Test(arguments: Backing.allCases)
  func `A refused order can be retried while the cart is unchanged`(_ backing: Backing) async throws
  {
    let device = CartDevice(backing)
    try await device.session(having: .margherita) { cart in
      let order = try await refusedOrder(device, cart)
      try await cart.retry(order)
      await cart.when { $0.order == .placed("N-1") }
    }
    #expect(device.server.model.placed.count == 1)
  }

  @Test(arguments: Backing.allCases)
  func `An order for another sum than the displayed one is refused at once`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
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

  @Test(arguments: Backing.allCases)
  func `The user has to decide about each refused change before the order`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    device.server.change { $0.menu.soldOut = ["cola"] }
    try await device.session(having: .margherita) { cart in
      try await cart.add(.cola, count: 1)
      let state = await cart.when { $0.pending.contains { $0.status.failed } }
      let id = try #require(state.pending.first?.id)
      await #expect(throws: CartError.notReady(.undecided([id]))) { try await cart.order() }
      try await cart.discard(id)
      try await cart.order()
      await cart.when { $0.order == .placed("N-1") }
    }
  }

  @Test
  func `A removed line is removed at the server, whatever was changed before`() async throws {
    let device = CartDevice()
    try await device.session(having: .cola, count: 2) { cart in
      try await cart.add(.margherita, count: 1)
      try await cart.add(.pepperoni, count: 1)
      await cart.settled()
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)
      try await cart.setQuantity(0, of: CartItem.cola.line)
      try await cart.setQuantity(5, of: CartItem.pepperoni.line)
      try await cart.setQuantity(0, of: CartItem.pepperoni.line)
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

  @Test(arguments: Backing.allCases)
  func `An empty cart cannot be ordered`(_ backing: Backing) async throws {
    let device = CartDevice(backing)
    try await device.session { cart in
      await #expect(throws: CartError.notReady(.empty)) { try await cart.order() }
      #expect(device.server.requests.isEmpty)
    }
  }

  @Test
  func `A change of the city abandons the cart at once, and its lines can be added again`()
    async throws
  {
    let device = CartDevice()
    try await device.session(having: .margherita, count: 2) { cart in
      device.gate.close(for: .offline)
      try await cart.add(.cola, count: 1)

      await device.settle(in: .belgrade, cart)

      let state = cart.state
      #expect(state.id == nil)
      #expect(state.lines.isEmpty)
      #expect(state.pending.isEmpty)
      #expect(state.abandoned.last?.reason == .cityChanged(from: RequestContext.almaty.city))
      #expect(state.abandoned.last?.lines.map(\.quantity) == [2, 1])
      #expect(state.abandoned.last?.lines.map(\.item) == [.margherita, .cola])
    }
    device.gate.open(for: .offline)
    try await device.session(in: .belgrade) { cart in
      #expect(cart.state.abandoned.last?.lines.count == 2)
      try await cart.dismissAbandonedCart(#require(cart.state.abandoned.last))
      #expect(cart.state.abandoned.isEmpty)
      let burek = CartItem.sample(
        "margherita", "Маргарита", 2_500, city: RequestContext.belgrade.city)
      try await cart.add(burek, count: 1)
      await cart.settled()
      #expect(
        device.server.model.open.map { $0.lines.map(\.quantity) }.sorted { $0[0] < $1[0] } == [
          [1], [2],
        ])
    }
  }

  @Test
  func `The lines of a cart that was abandoned before it was fetched are offered`() async throws {
    let device = CartDevice()
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      try await cart.add(.cola, count: 1)
      await cart.settled()
    }
    device.gate.close(for: .offline)
    // The app starts offline, so only the pending lines are known.
    try await device.session { cart in
      try await cart.add(.cola, count: 3)
      try await cart.add(.pepperoni, count: 1)
      await device.settle(in: .belgrade, cart)
      #expect(cart.state.abandoned.last?.lines.map(\.quantity) == [3, 1])
    }
    try await device.session(in: .belgrade) { cart in
      device.gate.open(for: .offline)
      await cart.when { $0.sync.fetch == .idle }
      await device.settle(in: .almaty, cart)
      try await cart.refresh()
      let state = cart.state
      #expect(state.id == nil && state.abandoned.count == 1)
      let lines = try #require(state.abandoned.last).lines
      #expect(Set(lines.map(\.item.name)).count == 3)
      #expect(lines.first { $0.item == .margherita }?.quantity == 2)
      #expect(lines.first { $0.item == .cola }?.quantity == 4)
      #expect(lines.first { $0.item == .pepperoni }?.quantity == 1)
      try await cart.dismissAbandonedCart(#require(cart.state.abandoned.last))
    }
    try await device.session { cart in
      try await cart.refresh()
      #expect(cart.state.abandoned.isEmpty)
    }
  }

  @Test
  func `A refused addition counts once in a cart that was abandoned before it was fetched`()
    async throws
  {
    let device = CartDevice()
    device.server.change { $0.rules.quantity = 3 }
    try await device.session(having: .cola, count: 3) { cart in
      try await cart.add(.cola, count: 1)
      await cart.when { $0.pending.contains { $0.status.failed } }
    }
    device.gate.close(for: .offline)
    try await device.session { cart in
      await cart.when { $0.pending.count == 1 }
      await device.settle(in: .belgrade, cart)
      device.gate.open(for: .offline)
      await cart.when { $0.sync.fetch == .idle }
      await device.settle(in: .almaty, cart)
      try await cart.refresh()
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [4])
    }
  }

  @Test
  func `An abandoned cart stays until it is dismissed or ordered, one per city`() async throws {
    let device = CartDevice()
    let (almaty, belgrade) = (RequestContext.almaty.city, RequestContext.belgrade.city)
    let burek = CartItem.sample("burek", "Burek", 30_000, city: belgrade)
    try await device.session { cart in
      try await cart.add(.margherita, count: 2)
      await device.settle(in: .belgrade, cart)
      try await cart.add(burek, count: 1)
      await device.settle(in: .almaty, cart)
      #expect(cart.state.abandoned.map(\.id) == [almaty, belgrade])
      try await cart.add(.cola, count: 1)
      await device.settle(in: .belgrade, cart)
      #expect(cart.state.abandoned.map(\.id) == [belgrade, almaty])
      #expect(cart.state.abandoned.last?.lines.map(\.item) == [.margherita, .cola])
      try await cart.dismissAbandonedCart(#require(cart.state.abandoned.last))
    }
    try await device.session(in: .belgrade) { cart in
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.item) == [burek])
    }
  }

  @Test
  func `Lines of an abandoned cart that are fetched during an order stay`() async throws {
    let device = CartDevice()
    try await device.session(having: .cola, count: 2) { _ in }
    device.gate.close(for: .offline)
    try await device.session { cart in
      await device.settle(in: .belgrade, cart)
      await device.settle(in: .almaty, cart)
      try await cart.add(.margherita, count: 2)
      try await cart.order()
      #expect(cart.state.abandoned.isEmpty)
      device.gate.open(for: .offline)
      await cart.when { $0.pending.allSatisfy(\.status.failed) }
      #expect(cart.state.placedOrders.map(\.number) == ["N-1"], "\(cart.state.pending)")
      let lines = cart.state.abandoned.flatMap(\.lines)
      #expect(lines.map(\.item) == [.cola])
      #expect(lines.map(\.quantity) == [2])
    }
  }

  @Test(arguments: Backing.allCases)
  func `Abandoned carts of another user are added once per key, with the sums of the quantities`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    let keys = ["first", "second"].compactMap(IdempotencyKey.init(rawValue:))
    let burek = CartItem.sample("burek", "Burek", 30_000, city: RequestContext.belgrade.city)
    func quantities(_ cart: any ShoppingCart) -> [Int] {
      cart.state.abandoned.flatMap(\.lines).map(\.quantity)
    }
    try await device.session(having: .margherita, count: 2) { cart in
      await device.settle(in: .belgrade, cart)
      let carts = try await cart.abandonedCarts()
      try await cart.add(burek, count: 1)
      await device.settle(in: .almaty, cart)
      for key in keys {
        for _ in 1...2 {
          let status = try await cart.addAbandonedCarts(carts, key: key)
          #expect(status == .written || status == .inMemory)
        }
      }
      #expect(quantities(cart).sorted() == [1, 6])
      let all = try await cart.abandonedCarts()
      for abandoned in cart.state.abandoned { try await cart.dismissAbandonedCart(abandoned) }
      _ = try await cart.addAbandonedCarts(all, key: keys[1])
      #expect(quantities(cart).isEmpty)
      _ = try await cart.addAbandonedCarts(all, key: keys[0])
      #expect(quantities(cart).sorted() == [1, 6])
    }
  }

  @Test(arguments: Backing.allCases)
  func `Units that an abandoned cart gets after it was shown are not dismissed`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await device.session(having: .margherita, count: 2) { cart in
      await device.settle(in: .belgrade, cart)
      let shown = try #require(cart.state.abandoned.last)
      _ = try await cart.addAbandonedCarts(cart.abandonedCarts(), key: key)
      try await cart.dismissAbandonedCart(shown)
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    }
  }

  @Test(arguments: Backing.allCases)
  func `Units of a cart that was abandoned after another one was shown are not dismissed with it`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    try await device.session(having: .cola, count: 2) { cart in
      await device.settle(in: .belgrade, cart)
      await device.settle(in: .almaty, cart)
      let shown = try #require(cart.state.abandoned.last)
      try await cart.add(.cola, count: 2)
      await cart.settled()
      await device.settle(in: .belgrade, cart)
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
      try await cart.dismissAbandonedCart(shown)
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
      try await cart.dismissAbandonedCart(#require(cart.state.abandoned.last))
      #expect(cart.state.abandoned.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Abandoned carts of another user are not added while an order is pending`(_ backing: Backing)
    async throws
  {
    let device = CartDevice(backing)
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await device.session(having: .margherita, count: 2) { cart in
      await device.settle(in: .belgrade, cart)
      let carts = try await cart.abandonedCarts()
      await device.settle(in: .almaty, cart)
      try await cart.add(.margherita, count: 1)
      await cart.settled()
      device.gate.close(for: .offline)
      try await cart.order()
      await #expect(throws: CartError.orderInProgress) {
        try await cart.addAbandonedCarts(carts, key: key)
      }
      device.gate.open(for: .offline)
      await cart.when { if case .placed = $0.order { true } else { false } }
      _ = try await cart.addAbandonedCarts(carts, key: key)
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    }
  }

  @Test
  func
    `Lines of another user's carts that were not fetched yet are fetched in the city of the carts`()
    async throws
  {
    let device = CartDevice()
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await device.session(having: .margherita, count: 2) { _ in }
    device.gate.close(for: .offline)
    try await device.session(in: .belgrade) { guest in
      let carts = try await guest.abandonedCarts()
      let other = CartDevice(device.server, .memory, ids: "other")
      try await other.session(in: .belgrade) { cart in
        _ = try await cart.addAbandonedCarts(carts, key: key)
        #expect(cart.state.abandoned.isEmpty)
        #expect(try await cart.abandonedCarts() == carts)
        await other.settle(in: .almaty, cart)
        try await cart.refresh()
        #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
        #expect(cart.state.abandoned.flatMap(\.lines).map(\.item) == [.margherita])
      }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A cart that the server has closed is abandoned, and its lines can be added again`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    let cases: [(CartItem, [Int])] = [(.cola, [1, 2]), (.margherita, [3])]
    try await device.session { cart in
      for (item, quantities) in cases {
        try await cart.add(.margherita, count: 1)
        let id = try #require(await cart.settled().id)
        device.server.change { $0.close(id) }

        try await cart.add(item, count: 2)

        let state = await cart.when { !$0.abandoned.isEmpty }
        #expect(state.lines.isEmpty)
        #expect(state.abandoned.last?.reason == .closed)
        #expect(state.abandoned.last?.lines.map(\.quantity) == quantities)
        try await cart.dismissAbandonedCart(#require(state.abandoned.last))
      }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A cart that belongs to another account is abandoned, and its lines can be added again`(
    _ backing: Backing
  ) async throws {
    let device = CartDevice(backing)
    device.server.spoil([.problem("unknownCart", status: 404)]) { $0.path.contains("/former/") }
    try await device.session { cart in
      _ = try await cart.adopt("former", in: RequestContext.almaty.city)
      try await cart.add(.cola, count: 2)
      let state = await cart.when { !$0.abandoned.isEmpty || $0.pending.isEmpty }
      #expect(state.lines.isEmpty && state.abandoned.last?.reason == .closed)
      #expect(state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
      try await cart.add(.cola, count: 2)
      #expect(await cart.settled().id != "former")
    }
    #expect(!device.server.model.ids.contains("former"))
    #expect(device.quantities == ["cola": 2])
  }

  /// Orders the cart, waits until the server has refused the order, and returns the order's id.
  private func refusedOrder(
    _ device: CartDevice, _ cart: any ShoppingCart
  ) async throws -> Int {
    device.server.spoil(.problem("busy"))
    try await cart.order()
    let state = await cart.when { if case .refused = $0.order { true } else { false } }
    return try #require(state.pending.first?.id)
  }

  /// Adds a cola, and disconnects the device.
  private func offline(
    _ device: CartDevice, _ body: (any ShoppingCart, _ id: String) async throws -> Void
  ) async throws {
    try await device.session { cart in
      try await cart.add(.cola, count: 1)
      let id = try #require(await cart.settled().id)
      device.gate.close(for: .offline)
      try await body(cart, id)
    }
  }
}
