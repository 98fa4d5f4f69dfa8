import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import OrderRating
import Orders
import Profile
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct OrderingTests {
  private let device = FoodAppDevice(.memory)

  @Test func `An order waits for its address, which is sent first`() async throws {
    try await device.run { app in
      let (ada, id) = try await orderOffline(on: device, in: app)
      #expect(ada.addresses.state[id]?.serverID == "")
      #expect(ada.deliveryAddress?.id == id)
      #expect(device.server.model.carts.placed.isEmpty)
      device.server.fault = nil
      // The choice of the address is due while the server does not have the address.
      device.server.spoil(Array(repeating: .unsent, count: 10_000)) {
        $0.path.hasPrefix("/v1/addresses") && $0.method != .get
      }
      device.isOffline = false
      let isDelayed: @Sendable (CartState) -> Bool = { cart in
        cart.pending.allSatisfy { change in
          guard case .fulfillment = change.subject else { return true }
          if case .backoff = change.reason { return true }
          return false
        }
      }
      try await device.advance(until: ada.cart, isDelayed)
      // No update makes the app send the choice while the server does not have the address.
      for _ in 0..<10 { try await app.menu.refresh() }
      await ada.cart.when { isDelayed($0) }
      device.server.endFaults()
      // The clock stands still from here on, so no delay of the choice ends by itself.
      for await state in ada.addresses.states() {
        guard !state.pending.isEmpty else { break }
        for change in state.pending {
          // The change may be on its way already.
          do { try await ada.addresses.retry(change.id) } catch {}
        }
      }
      await ada.cart.when { if case .placed = $0.order { true } else { false } }
      let account = try #require(ada.account)
      let saved = try #require(
        device.server.model.addresses[account.rawValue].list.addresses.first)
      let place = device.server.model.carts.placed.first?.cart.fulfilment?.place
      #expect(place == saved.id)
    }
  }

  @Test func `A choice that fails again after its address has arrived waits for its delay`()
    async throws
  {
    try await device.run { app in
      let (ada, _) = try await orderOffline(on: device, in: app)
      device.server.fault = nil
      device.server.spoil(Array(repeating: .status(503), count: 1_000)) {
        $0.path.hasSuffix("/fulfilment")
      }
      device.isOffline = false
      await ada.addresses.when { $0.addresses.first?.serverID.isEmpty == false }
      await ada.cart.when(\.isBackingOff)
      // If the choice were sent without its delay, each update would cause another request.
      for _ in 0..<10 { try await app.menu.refresh() }
      let sent = device.server.requests.filter { $0.path.hasSuffix("/fulfilment") }.count
      #expect(sent <= 2)
    }
  }

  @Test(arguments: [true, false])
  func `An order that waits for its address survives a restart, or is offered again`(
    _ knowsTime: Bool
  ) async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      _ = try await orderOffline(on: device, in: app, knowsTime: knowsTime)
    }
    device.server.fault = nil
    device.isOffline = false
    try await device.run { app in
      let ada = try await app.currentUser()
      if !knowsTime {
        // The server has never told its time, so the age of the order is not known.
        try await device.advance(until: ada.cart) { $0.order == .refused(.expired) }
        try await ada.cart.retry(try #require(ada.cart.state.pending.last?.id))
      }
      try await device.advance(until: ada.cart) {
        if case .placed = $0.order { true } else { false }
      }
    }
    #expect(device.server.model.carts.placed.count == 1)
    let place = device.server.model.carts.placed.first?.cart.fulfilment?.place ?? "local"
    #expect(!place.hasPrefix("local"))
  }

  @Test func `An order whose address is removed before it is sent is not placed`() async throws {
    try await device.run { app in
      let (ada, id) = try await orderOffline(on: device, in: app)
      try await ada.addresses.remove(id)
      device.server.fault = nil
      device.isOffline = false
      try await device.advance(until: ada.cart) { cart in
        cart.pending.contains { $0.status == .failed(.rejected(.unknownPlace)) }
      }
      for change in ada.cart.state.pending where change.status.isFailed {
        try await ada.cart.discard(change.id)
      }
      try await device.advance(until: ada.cart) {
        $0.order == .refused(.rejected(.fulfillmentChanged))
      }
      #expect(device.server.model.carts.placed.isEmpty)
      #expect(ada.cart.state.lines.map(\.quantity) == [4])
    }
  }

  @Test func `The address of an order becomes the first one, and a pickup has none`() async throws {
    try await device.runAsAda { app, ada in
      for house in ["10", "12"] {
        try await ada.addresses.add(.sample(house: house))
        await ada.addresses.when { $0.pending.isEmpty }
      }
      #expect(ada.addresses.state.addresses.count == 2)
      let last = try #require(ada.addresses.state.addresses.last)
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.setDelivery(to: last)
      #expect(ada.deliveryAddress?.id == last.id)
      try await ada.placeOrder()
      #expect(ada.addresses.state.addresses.first?.id == last.id)
      _ = try await ada.cart.number()
      try await ada.cart.setFulfillment(CartFulfillment(.pickup, last.serverID))
      #expect(ada.deliveryAddress == nil)
    }
  }

  @Test func `A placed order has the data of its cart before the server has been asked for it`()
    async throws
  {
    // The orders of a guest are not fetched.
    try await device.runAsGuest(in: .moscow) { app, guest in
      try await guest.cart.setFulfillment(CartFulfillment(.delivery, "home"))
      try await guest.cart.add(try await app.item(.product("tea-mint")), count: 5)
      try await guest.cart.add(try await app.item(.product("cake-honey")), count: 1)
      try await guest.cart.setPromo("TENTH", isWanted: true)
      let cart = try await guest.cart.settled()
      let totals = try #require(cart.totals)
      #expect(totals.discount.minorUnits > 0 && totals.fees.count == 1)
      try await guest.placeOrder(for: totals.due)
      let order = try await guest.orders.first { $0.active.first }
      #expect(order.revision == 0 && order.city == .moscow && order.totalsAddUp)
      #expect(order.fulfillment.method == .delivery && order.fulfillment.place == "home")
      #expect(order.lines.map(\.id) == ["1", "2"])
      #expect(order.lines.map(\.name) == cart.lines.map(\.item.name))
      #expect(order.lines.map(\.variantName) == cart.lines.map(\.item.variantName))
      #expect(order.lines.map(\.unitPrice) == cart.lines.map(\.price.unit))
      #expect(order.lines.map(\.total) == cart.lines.map(\.price.total))
      #expect(order.totals.items == totals.items && order.totals.discount == totals.discount)
      #expect(order.totals.fees.map(\.amount) == totals.fees.map(\.amount))
      #expect(order.totals.due == totals.due)

      try await guest.cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      await app.menu.when { $0.scope?.fulfillment == .pickup }
      try await guest.cart.add(try await app.item(.product("tea-mint")), count: 1)
      try await guest.placeOrder()
      let orders = try await guest.orders.first { $0.active.count == 2 ? $0.active : nil }
      #expect(Set(orders.map(\.fulfillment.method)) == [.delivery, .pickup])
    }
  }

  @Test func `An offline sum has the fee of the city, until the fee is waived`() async throws {
    try await device.runAsGuest(in: .moscow) { app, guest in
      let cart = guest.cart
      let tea = try await app.item(.product("tea-mint"))
      let ways = try #require(app.cities.state.currentCity).fulfillments
      let terms = try #require(ways.first { $0.method == .delivery })
      let freeCount = Int(try #require(terms.freeFrom) / tea.unitPrice.minorUnits) + 1
      let home = CartFulfillment(.delivery, "home")
      device.isOffline = true
      try await cart.setFulfillment(home)
      try await cart.add(tea, count: 1)
      let estimate = cart.state.totals
      #expect(estimate?.fees.map(\.amount.minorUnits) == [terms.fee])
      device.isOffline = false
      let state = try await cart.settled()
      let confirmed = state.totals
      #expect(confirmed?.due == estimate?.due)
      #expect(confirmed?.fees.map(\.amount.minorUnits) == [terms.fee] && terms.fee > 0)
      #expect(state.problems.count == (terms.minimumOrder > tea.unitPrice.minorUnits ? 1 : 0))
      device.isOffline = true
      try await cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      #expect(cart.state.totals?.isEstimate == true && cart.state.totals?.fees == [])
      try await cart.setFulfillment(home)
      #expect(cart.state.totals?.fees.count == 1)
      try await cart.add(tea, count: freeCount)
      #expect(cart.state.totals?.fees == [])
      let free = cart.state.totals?.due
      device.isOffline = false
      #expect(try await cart.settled().totals?.due == free)
    }
  }

  @Test func `An order has the names and sums of its cart, and is asked about once`() async throws {
    try await device.runAsAda(in: .moscow) { app, ada in
      try await ada.cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      await app.menu.when { $0.scope?.fulfillment == .pickup }
      try await ada.cart.add(try await app.item(), count: 3)
      try await ada.cart.add(try await app.item(.combo("combo-lunch")), count: 1)
      try await ada.cart.setPromo("TENTH", isWanted: true)
      let cart = try await ada.cart.settled()
      try await ada.placeOrder(for: try #require(cart.totals?.due))
      let order = try await ada.orders.first { $0.active.first { $0.revision > 0 } }
      #expect(order.totals.due == cart.totals?.due && order.totalsAddUp)
      #expect(
        order.totals.discount == cart.totals?.discount && order.totals.discount.minorUnits > 0)
      // Two lines may arrive in either sequence.
      #expect(order.lines.map(\.name).sorted() == cart.lines.map(\.item.name).sorted())
      #expect(
        order.lines.map { "\($0.details)" }.sorted()
          == cart.lines.map { "\($0.item.details)" }.sorted())
      #expect(RatableOrder(order).lines == order.lines.map { .init($0.id, name: $0.name) })
      #expect(order.fulfillment.method == .pickup)
      await ada.cart.when { $0.placedOrders.isEmpty }
      #expect(try await ada.promptForReview() == nil)
      device.server.change { $0.finishOrder(order.id) }
      try await ada.orders.refresh()
      #expect(try await ada.promptForReview()?.id == order.id)
      #expect(ada.orders.state.finished.isEmpty)
      #expect(ada.orders.state.history?.orders.map(\.id) == [order.id])
      #expect(try await ada.promptForReview() == nil)
    }
    try await device.run { app in
      let ada = try await app.currentUser()
      await app.until(.orders, .running)
      #expect(try await ada.promptForReview() == nil)
    }
  }

  @Test
  func `An earlier order is repeated through today's menu, which names what is gone or dearer`()
    async throws
  {
    try await device.runAsAda { app, ada in
      let items = [
        MenuItem.product("pizza-margherita"), .product("tea-mint"), .product("cake-honey"),
      ]
      for item in items { try await ada.cart.add(try await app.item(item), count: 2) }
      let cart = try await ada.cart.settled()
      try await ada.placeOrder(for: try #require(cart.totals?.due))
      let order = try await ada.orders.first(\.active.first)
      device.server.change { world in
        let edit = MenuEdit("products", "cake-honey", .set("variants/0/price", "140000"))
        world.menus.publish([edit, MenuEdit("products", "tea-mint", .remove)], in: .almaty)
      }
      try await app.menu.refresh()
      let renewed = order.renewed(from: try await app.orderableMenu())
      #expect(renewed.gone == ["Mint tea"])
      #expect(renewed.dearer.map(\.item.name) == ["Honey cake"])
      #expect(renewed.lines.map(\.quantity) == [2, 2])
      try await ada.cart.add(renewed)
      #expect(try await ada.cart.settled().words == ["2 Honey cake", "2 Margherita"])

      // Of this order, nothing is left.
      device.server.change { world in
        let removed = ["pizza-margherita", "cake-honey"].map { MenuEdit("products", $0, .remove) }
        world.menus.publish(removed, in: .almaty)
      }
      try await app.menu.refresh()
      let empty = order.renewed(from: try await app.orderableMenu())
      #expect(empty.lines.isEmpty)
      try await ada.cart.add(empty)
    }
  }

  /// Signs Ada in, disconnects the network, and places an order to a new address.
  ///
  /// Returns Ada's features and the id of the address, which the server does not have.
  private func orderOffline(
    on device: FoodAppDevice, in app: FoodApp, knowsTime: Bool = false
  ) async throws -> (ada: FoodAppUser, address: SavedAddress.ID) {
    try await app.choose(.almaty)
    let ada = try await device.signIn(app)
    let item = try await app.item()
    await app.until(.addresses, .running)
    await ada.addresses.when { $0.sync.fetch == .idle }
    if knowsTime {
      try await ada.cart.add(item, count: 1)
      try await ada.cart.settled()
      try await ada.cart.refresh()
    }
    device.server.fault = .offline
    device.isOffline = true
    let id = try await ada.addresses.add(.sample())
    try await ada.setDelivery(to: try #require(ada.addresses.state[id]))
    try await ada.cart.add(item, count: knowsTime ? 3 : 4)
    try await ada.placeOrder(for: try #require(ada.cart.state.totals?.due))
    return (ada, id)
  }
}

extension FoodAppDevice {
  /// Advances the clock until the state of a cart satisfies a condition.
  func advance(
    until cart: any ShoppingCart, _ isSo: @escaping @Sendable (CartState) -> Bool
  ) async throws {
    _ = try await advance { try await cart.first { isSo($0) ? true : nil } }
  }
}
