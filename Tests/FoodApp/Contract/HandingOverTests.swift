import Addresses
import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import Orders
import Profile
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct HandingOverTests {
  private let device = FoodAppDevice(.memory)

  @Test(arguments: Backing.allCases)
  func `The cart of a guest is added once to that of an account`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      // The account has two pizzas and an address, the guest three more, a cake and another address.
      try await app.choose(.almaty)
      let former = try await device.signIn(app)
      try await former.cart.add(try await app.item(), count: 2)
      try await former.addresses.add(.sample())
      try await former.cart.settled()
      try await app.signOut(keepingData: true)
      let guest = try await app.currentUser()
      try await guest.cart.add(try await app.item(), count: 3)
      try await guest.cart.settled()
      try await guest.cart.add(try await app.item(.product("cake-cheesecake")), count: 1)
      try await guest.addresses.add(.sample())
      try await guest.addresses.add(.sample(house: "12"))
      try await guest.cart.settled()
      let ada = try await device.signIn(app)
      #expect(ada.addresses.state.addresses.count == 2)
      #expect(try await ada.cart.settled().words == ["1 Cheesecake", "5 Margherita"])
      try await app.signOut(keepingData: true)
      #expect(app.state.user?.cart.state.lines.isEmpty == true)
    }
    try await device.run { app in
      let ada = try await device.signIn(app)
      #expect(try await ada.cart.settled().words == ["1 Cheesecake", "5 Margherita"])
      // The cart of a second guest is added too.
      try await app.signOut(keepingData: true)
      let second = try await app.currentUser()
      try await second.cart.add(try await app.item(.product("cake-cheesecake")), count: 2)
      try await second.cart.settled()
      let again = try await device.signIn(app)
      #expect(app.state.guestFailures.isEmpty)
      #expect(try await again.cart.settled().words == ["3 Cheesecake", "5 Margherita"])
    }
  }

  @Test func `A guest's line is added to the same line that the account has not sent yet`()
    async throws
  {
    try await device.runAsAda { app, ada in
      let pizza = try await app.item()
      device.isOffline = true
      try await ada.cart.add(pizza, count: 2)
      try await app.signOut(keepingData: true)
      device.isOffline = false
      let guest = try await app.currentUser()
      // With the same quantity, the line of the account must not count as already added.
      try await guest.cart.add(pizza, count: 2)
      try await guest.cart.settled()
      let again = try await device.signIn(app)
      #expect(app.state.guestFailures.isEmpty)
      #expect(try await again.cart.settled().words == ["4 Margherita"])
    }
  }

  @Test func `The addresses of a guest in all cities become the account's`() async throws {
    let home = Address.sample()
    try await device.runBesideAccount { app, guest in
      try await guest.addresses.add(home)
      try await app.choose(.moscow)
      let ada = try await device.signIn(app)
      #expect(ada.addresses.state.elsewhere.map(\.address) == [home])
      try await app.choose(.almaty)
      let saved = try await ada.addresses.first { $0.pending.isEmpty ? $0.addresses.first : nil }
      #expect(saved.address == home && !saved.serverID.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `The address and the promo code of a guest's cart become the account's`(
    _ isKnown: Bool
  ) async throws {
    try await device.runAsAda { app, former in
      if isKnown {
        try await former.addresses.add(.sample())
        await former.addresses.when { $0.pending.isEmpty }
      }
      try await app.signOut(keepingData: true)
      let guest = try await app.currentUser()
      try await guest.cart.add(try await app.item(), count: 1)
      let home = try await guest.addresses.add(.sample())
      try await guest.setDelivery(to: try #require(guest.addresses.state[home]))
      try await guest.cart.setPromo("TENTH", isWanted: true)
      let ada = try await device.signIn(app)
      let cart = try await ada.cart.settled()
      #expect(cart.promos.map(\.code) == ["TENTH"] && ada.deliveryAddress != nil)
      #expect(ada.addresses.state.addresses == [ada.deliveryAddress])
    }
  }

  @Test func `The cart of a guest becomes the account's without the server of the guest's cart`()
    async throws
  {
    try await device.run { app in
      _ = try await device.signIn(app)
      try await app.signOut(keepingData: true)
      let guest = try await app.currentUser()
      try await app.choose(.astana)
      try await guest.cart.add(try await app.item(), count: 2)
      try await guest.cart.settled()
    }
    device.server.spoil(Array(repeating: .status(503), count: 20)) {
      $0.authorization == nil && $0.path.hasPrefix("/v1/carts/")
    }
    try await device.run { app in
      _ = try await app.currentUser()
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      #expect(ada.cart.state.otherWords == ["2 Margherita"])
      try await app.choose(.astana)
      await ada.cart.when { $0.words == ["2 Margherita"] }
    }
  }

  @Test func `The lines of a guest's cart that was ordered without a record are not added`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await guest.cart.add(try await app.item(), count: 3)
      let id = try #require(try await guest.cart.settled().id)
      device.server.change { $0.carts.close(id) }
      let ada = try await device.signIn(app)
      #expect(try await ada.cart.settled().words == ["2 Margherita"])
      #expect(ada.cart.state.others.map(\.isClosed) == [true])
    }
  }

  @Test func `A guest's order whose answer was lost is among the account's orders, once`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await order(in: app, as: guest, failingBy: [.answerLost])
      let ada = try await device.signIn(app)
      let placed = device.server.model.carts.placed.map(\.number)
      #expect(placed.count == 1 && ada.orders.state.active.map(\.id) == placed)
      #expect(try await ada.cart.settled().words == ["2 Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `What a feature of the app has stored for a guest is moved before it is erased`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    let isFailing = Mutex(true)
    let launch: () throws -> FoodApp = {
      try device.launch(moving: { guest, account in
        if isFailing.withLock({ $0 }) { throw NotMoved() }
        let left = try await Self.note(in: guest).value()
        try await Self.note(in: account.environment).update { $0 = $0 ?? left }
      })
    }
    try await device.run(launch()) { app in
      try await device.signIn(app).profile.apply(.name("Ada"))
      try await app.signOut(keepingData: true)
      try await Self.note(in: app.currentUser().environment).save("No onions")
      _ = try await device.signIn(app, waitsForGuest: false)
      await app.when { $0.guestFailures[.session] != nil }
      #expect(app.state.guestData == [.session])
      #expect(app.state.guestFailures[.session] == .other("NotMoved()"))
    }
    try await device.run(launch()) { app in
      let ada = try await app.currentUser()
      await app.when { $0.guestFailures[.session] != nil }
      #expect(try await Self.note(in: ada.environment).value() == nil)
      isFailing.withLock { $0 = false }
      // Each change of the gate repeats the move.
      device.isOffline = true
      await app.when(\.guestData.isEmpty)
      #expect(try await Self.note(in: ada.environment).value() == "No onions")
    }
  }

  /// Orders a pizza, and waits until the request has failed.
  private func order(
    in app: FoodApp, as guest: FoodAppUser,
    failingBy faults: [RequestFault<SandboxWorld>] = Array(repeating: .lost, count: 10_000)
  ) async throws {
    device.server.spoil(faults) { $0.isOrder }
    try await app.order(as: guest)
    await guest.cart.when(\.isBackingOff)
  }

  private struct NotMoved: Error {}

  /// Returns the value of a feature that the app has added.
  private static func note(in environment: FeatureEnvironment) -> SingleRepository<String> {
    environment.directory.text(.file("note"))
  }

  @Test func `A guest's order that was never sent becomes lines of the account's cart`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await order(in: app, as: guest, failingBy: [.unsent])
      let ada = try await device.signIn(app)
      #expect(device.server.model.carts.placed.isEmpty)
      #expect(try await ada.cart.settled().words == ["3 Margherita"])
    }
  }

  @Test func `A guest's order to an address that only an account can send becomes lines again`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await guest.cart.add(try await app.item(), count: 2)
      try await guest.cart.settled()
      let home = try await guest.addresses.add(.sample())
      try await guest.setDelivery(to: try #require(guest.addresses.state[home]))
      try await guest.placeOrder(for: try #require(guest.cart.state.totals?.due))
      // The clock stands still, so a sign-in that waits for the order never returns.
      let ada = try await device.signIn(app)
      #expect(app.state.guestFailures.isEmpty)
      #expect(device.server.model.carts.placed.isEmpty)
      #expect(ada.addresses.state.addresses.map(\.address) == [.sample()])
      #expect(try await ada.cart.settled().words == ["4 Margherita"])
    }
  }

  @Test
  func `A guest's order that was refused is not waited for, and its lines become the account's`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await guest.cart.add(try await app.item(.product("cake-honey")), count: 1)
      let due = try #require(try await guest.cart.settled().totals?.due)
      device.server.change { world in
        let edit = MenuEdit("products", "cake-honey", .set("variants/0/price", "140000"))
        world.menus.publish([edit], in: .almaty)
      }
      try await guest.placeOrder(for: due)
      await guest.cart.when { if case .refused = $0.order { true } else { false } }
      // The clock stands still, so a sign-in that waits for the order never returns.
      let ada = try await device.signIn(app)
      #expect(app.state.guestFailures.isEmpty)
      #expect(try await ada.cart.settled().words == ["1 Honey cake", "2 Margherita"])
    }
  }

  @Test func `A guest's orders and addresses are shown after a restart`() async throws {
    try await device.runAsGuest { app, guest in
      try await guest.addresses.add(.sample())
      try await app.order(as: guest)
      _ = try await guest.orders.first { $0.active.first }
      await guest.cart.when { $0.placedOrders.isEmpty }
      try await app.flush()
    }
    try await device.run { app in
      let guest = try await app.currentUser()
      _ = try await guest.orders.first { $0.active.first }
      _ = try await guest.addresses.first { $0.addresses.first }
      await app.until(.orders, .needsAccount)
    }
  }

  @Test func `A guest's order keeps its status when it becomes the account's`() async throws {
    try await device.runAsGuest(servingGuests: [.cart, .orders]) { app, guest in
      try await app.order(as: guest)
      let order = try await guest.orders.first { $0.active.first }
      await guest.cart.when { $0.placedOrders.isEmpty }
      device.server.change { $0.orders[nil].advance(order.id) }
      try await guest.orders.refresh()
      let advanced = try #require(guest.orders.state.active.first)
      #expect(advanced.status != order.status)
      let ada = try await device.signIn(app)
      #expect(ada.orders.state.active.map(\.status) == [advanced.status])
    }
  }

  @Test func `A guest's order that was withdrawn without an answer is canceled`() async throws {
    try await device.runBesideAccount { app, guest in
      try await order(in: app, as: guest)
      try await guest.cart.withdrawOrder()
      let ada = try await device.signIn(app, waitsForGuest: false)
      await app.when { $0.guestData == [.cart, .session] }
      device.server.endFaults()
      _ = try await device.advance { await app.when(\.guestData.isEmpty) }
      _ = try await device.advance { await ada.orders.when(\.cancellations.isEmpty) }
      #expect(device.server.requests.contains { $0.path.hasSuffix("/cancel") })
    }
  }

  @Test func `A guest's cancellation that has no answer yet becomes the account's`() async throws {
    try await device.runBesideAccount { app, guest in
      try await app.order(as: guest)
      let order = try await guest.orders.first { $0.active.first }
      await guest.cart.when { $0.placedOrders.isEmpty }
      device.server.spoil(Array(repeating: .lost, count: 10_000)) { $0.path.hasSuffix("/cancel") }
      try await guest.orders.cancel(order.id)
      let ada = try await device.signIn(app)
      #expect(ada.orders.state.active.map(\.id) == [order.id])
      #expect(ada.orders.state.cancellations.map(\.order) == [order.id])
    }
  }

  @Test func `What was moved and then removed does not come back with the next launch`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      try await guest.addresses.add(.sample())
      try await order(in: app, as: guest)
      let ada = try await device.signIn(app, waitsForGuest: false)
      await app.when { $0.guestData == [.cart, .session] }
      #expect(ada.orders.state.active.isEmpty && device.server.model.carts.placed.isEmpty)
      let moved = try #require(ada.addresses.state.addresses.first)
      try await ada.addresses.remove(moved.id)
      try await app.flush()
    }
    try await device.run { app in
      let ada = try await app.currentUser()
      await app.when { $0.guestData == [.cart, .session] }
      try await ada.addresses.load()
      #expect(ada.addresses.state.addresses.isEmpty)
      // The rest of the move is finished by this launch.
      device.server.endFaults()
      _ = try await device.advance { await app.when(\.guestData.isEmpty) }
      #expect(ada.orders.state.active.count == 1)
      #expect(try await ada.cart.settled().words == ["2 Margherita"])
    }
  }

  @Test func `The data of a second guest is the account's also after it has signed out`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      // The order of the first guest has no answer; the second guest adds an address.
      try await order(in: app, as: guest)
      _ = try await device.signIn(app, waitsForGuest: false)
      await app.when { $0.guestData == [.cart, .session] }
      try await app.signOut(keepingData: true)
      let second = try await app.currentUser()
      try await second.addresses.add(.sample())
      try await app.flush()
      _ = try await device.signIn(app, waitsForGuest: false)
      try await app.signOut(keepingData: true)
      let third = try await app.currentUser()
      try await third.addresses.load()
      #expect(third.addresses.state.addresses.isEmpty)
      let ada = try await device.signIn(app, waitsForGuest: false)
      device.server.endFaults()
      _ = try await device.advance { await app.when(\.guestData.isEmpty) }
      await ada.addresses.when { !$0.addresses.isEmpty }
      #expect(app.state.guestFailures.isEmpty)
    }
  }

  @Test func `A guest's draft of a review becomes the account's`() async throws {
    let guests: Set<AppFeature> = [.cart, .orders, .reviews]
    try await device.runBesideAccount(servingGuests: guests) { app, guest in
      try await app.order(as: guest)
      let order = try await guest.orders.first { $0.active.first { $0.revision > 0 } }
      device.server.change { $0.finishOrder(order.id) }
      try await guest.orders.refresh()
      let draft = try #require(try await guest.promptForReview())
      try await guest.reviews.edit(draft.id) { $0.comment = "Hot" }
      let ada = try await device.signIn(app)
      #expect(ada.reviews.state.drafts.map(\.comment) == ["Hot"])
    }
  }

  @Test
  func `The lines of an order that the service takes only from accounts become the account's`()
    async throws
  {
    try await device.runBesideAccount { app, guest in
      let refusal = RequestFault<SandboxWorld>.problem("signedOut", status: 401)
      device.server.spoil(Array(repeating: refusal, count: 10_000)) {
        $0.isOrder && $0.authorization == nil
      }
      try await app.order(as: guest)
      let ada = try await device.signIn(app)
      #expect(try await ada.cart.settled().words == ["3 Margherita"])
      #expect(ada.orders.state.active.isEmpty && device.server.model.carts.placed.isEmpty)
    }
  }
}

extension HTTPRequest {
  fileprivate var isOrder: Bool { path.hasPrefix("/v1/carts/") && path.hasSuffix("/order") }
}

extension CartState {
  /// The quantities by the names of the lines in other carts, sorted.
  fileprivate var otherWords: [String] {
    others.flatMap(\.lines).map { "\($0.quantity) \($0.item.name)" }.sorted()
  }
}
