import Cart
import CartTestSupport
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct AbandoningTests {
  private let device = CartDevice()

  @Test
  func `A change of the city abandons the cart at once, and its lines can be added again`()
    async throws
  {
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

  @Test func `Lines of an abandoned cart that are fetched during an order stay`() async throws {
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
          try await cart.addAbandonedCarts(carts, key: key)
          #expect(cart.state.sync.isDurable)
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

  @Test
  func `Units that an abandoned cart gets after it was shown are not dismissed`() async throws {
    let key = try #require(IdempotencyKey(rawValue: "key"))
    try await device.session(having: .margherita, count: 2) { cart in
      await device.settle(in: .belgrade, cart)
      let shown = try #require(cart.state.abandoned.last)
      _ = try await cart.addAbandonedCarts(cart.abandonedCarts(), key: key)
      try await cart.dismissAbandonedCart(shown)
      #expect(cart.state.abandoned.flatMap(\.lines).map(\.quantity) == [2])
    }
  }

  @Test
  func `Units of a cart that was abandoned after another one was shown are not dismissed with it`()
    async throws
  {
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

  @Test
  func `Abandoned carts of another user are not added while an order is pending`() async throws {
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

  @Test
  func `A cart that the server has closed is abandoned, and its lines can be added again`()
    async throws
  {
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

  @Test
  func `A cart that belongs to another account is abandoned, and its lines can be added again`()
    async throws
  {
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
}
