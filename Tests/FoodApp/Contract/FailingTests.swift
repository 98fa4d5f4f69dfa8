import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Foundation
import NetworkingTestSupport
import OrderRating
import Orders
import Profile
import Sandbox
import SandboxApp
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct FailingTests {
  private let device = FoodAppDevice()

  @Test func `A second run takes over when the first one ends`() async throws {
    let app = try device.launch()
    try await running(app.run) {
      await app.until(.cart, .running)
      try await running(app.run) { try await app.choose(.almaty) }
      #expect(app.state.health[.cart] == .running)
    }
    let first = Task { await app.run() }
    await app.until(.cart, .running)
    let second = Task { await app.run() }
    let former = try #require(app.state.user).id
    first.cancel()
    await first.value
    // The features of the first run can no longer be used, so no call may wait for them.
    let started = try await app.first { $0.health[.session] == .stopped ? nil : $0 }
    #expect(started.user?.id != former)
    await app.until(.cart, .running)
    try await app.currentUser().cart.add(try await app.item(), count: 1)
    second.cancel()
    await second.value
    #expect(app.state.health[.cart] == .stopped)
  }

  @Test func `When the app has ended, every feature is stopped, and a choice waits for none`()
    async throws
  {
    var ended: FoodApp?
    try await device.run { app in
      ended = app
      await app.until(.cart, .running)
    }
    let health = try #require(ended).state.health
    #expect(
      health.values.allSatisfy { $0 == .stopped } && health.count == AppFeature.allCases.count)
    #expect(ended?.state.user != nil)
    try await ended?.choose(.almaty)
    #expect(ended?.cities.state.currentCity?.id == .almaty)
  }

  @Test func `A damaged session leaves a guest, whose features run`() async throws {
    try await device.run(device.launch(secrets: FaultySecrets(.damaged))) { app in
      await app.until(.session, .running)
      #expect(app.state.session.status == .unavailable(.damaged))
      let account = try await app.currentUser().account
      #expect(account == nil)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test func `A feature that needs an account sends no request for a guest`() async throws {
    device.server.change { $0.requiresSignIn = true }
    try await device.runAsGuest { app, guest in
      let signedOut = SyncError.closed([.signedOut])
      await #expect(throws: OrdersError.sync(signedOut)) { try await guest.orders.refresh() }
      await #expect(throws: AddressError.sync(signedOut)) { try await guest.addresses.refresh() }
      await #expect(throws: ProfileError.sync(signedOut)) { try await guest.profile.refresh() }
      #expect(app.environment.gate.isOpen)
      let ada = try await device.signIn(app)
      try await ada.orders.refresh()
    }
  }

  @Test
  func `A stored language that cannot be read stops the cities, not the language`() async throws {
    try await device.runAsGuest { app, _ in
      try await app.setLanguage("ru")
      try await app.flush()
    }
    let files = try device.replaceByFolders("app-settings")
    try await device.run(device.launch(city: .moscow)) { app in
      await app.when { $0.failures.contains { $0.feature == .cities } }
      await #expect(throws: FeatureFailure.self) { try await app.restart(.cities) }
      try device.restore(files)
      try await app.restart(.cities)
      // The given city is chosen once the language can be read.
      await app.cities.when { $0.currentCity?.id == .moscow }
      #expect(app.cities.state.currentCity?.language == "ru")
      #expect(app.cities.state.language == "ru")
    }
  }

  @Test func `The choice of a city ends the failure of a stored one that cannot be read`()
    async throws
  {
    try await device.runAsGuest { app, _ in try await app.flush() }
    _ = try device.replaceByFolders("current-city")
    let former = try FormerInstallation(at: device.server)
    try await device.run(device.launch(adopting: former.app)) { app in
      await app.when { $0.failures.contains { $0.feature == .cities } }
      try await app.choose(.moscow)
      await app.until(.cities, .running)
      // The city cannot be stored, so the former app's one is kept.
      _ = try await app.item()
      #expect(former.left.contains("city"))
    }
  }

  @Test func `A session that cannot be read is ill alone, and can be restarted`() async throws {
    let secrets = FaultySecrets(.unavailable("locked"))
    try await device.run(device.launch(secrets: secrets)) { app in
      let error = FeatureFailure.session(.secrets(.unavailable("locked")))
      await app.until(.session, .failed(error))
      #expect(app.state.user == nil)
      // The features of the device work.
      try await app.choose(.almaty)
      _ = try await app.item()
      await #expect(throws: error) { try await app.restart(.session) }
      secrets.endFault()
      try await app.restart(.session)
      #expect(app.state.health[.session] == .running)
      #expect(try await app.currentUser().account == nil)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test
  func `Each feature whose files cannot be read is ill alone, and can be restarted`() async throws {
    try await device.runAsAda { app, ada in
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.addresses.add(.sample())
      try await ada.profile.apply(.name("Ada"))
      try await ada.placeOrder()
      let order = try await ada.orders.first { $0.active.first { $0.revision > 0 } }
      device.server.change { $0.finishOrder(order.id) }
      try await ada.orders.refresh()
      _ = try await ada.promptForReview()
      await ada.addresses.when { $0.pending.isEmpty }
      await ada.profile.when { $0.pending.isEmpty }
      try await app.flush()
    }
    let features: [AppFeature: String] = [
      .cart: "cart-changes", .addresses: "address-changes", .orders: "orders",
      .reviews: "order-ratings", .profile: "profile-changes", .cities: "current-city",
    ]
    for (ill, name) in features.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let files = try device.replaceByFolders(name)
      try await device.run { app in
        await app.when { $0.failures.contains { $0.feature == ill } }
        for feature in AppFeature.allCases where feature != ill {
          await app.until(feature, .running)
        }
        #expect(app.state.failures.map(\.feature) == [ill])
        await #expect(throws: FeatureFailure.self) { try await app.restart(ill) }
        try device.restore(files)
        try await app.restart(ill)
        #expect(app.state.failures.isEmpty)
        #expect(app.state.health[ill] == .running)
      }
    }
  }

  @Test
  func `An order that its tracker cannot store stays in the cart until the tracker works again`()
    async throws
  {
    try await device.runAsAda { app, ada in
      let pizza = try await app.item()
      try await app.order(as: ada)
      await ada.cart.when { $0.placedOrders.isEmpty && $0.pending.isEmpty }
      let files = try device.replaceByFolders("orders")
      try await app.order(as: ada)
      _ = try await ada.cart.number()
      // A line gets the name of the menu only after the placed orders were passed to the tracker.
      let renamed = CartItem(
        pizza.configuration, city: pizza.city, name: "Pizza", unitPrice: pizza.unitPrice,
        revision: pizza.revision)
      try await ada.cart.add(renamed, count: 1)
      let cart = await ada.cart.when { $0.words == ["1 Margherita"] }
      #expect(cart.placedOrders.count == 1)
      try device.restore(files)
      try await ada.orders.refresh()
      await ada.cart.when { $0.placedOrders.isEmpty }
    }
  }

  @Test
  func `A placed order is passed to its tracker once the tracker works again`() async throws {
    try await device.runAsAda { app, ada in
      try await app.order(2, as: ada)
      await ada.cart.when { $0.placedOrders.isEmpty && $0.pending.isEmpty }
      try await app.flush()
    }
    let files = try device.replaceByFolders("orders")
    try await device.run { app in
      await app.when { $0.failures.contains { $0.feature == .orders } }
      try await app.choose(.almaty)
      let ada = try await app.currentUser()
      try await app.order(2, as: ada)
      _ = try await ada.cart.number()
      #expect(ada.cart.state.placedOrders.count == 1)
      let placed = try #require(ada.cart.state.placedOrders.first)
      let order = try #require(Order(placed))
      #expect(order.id == placed.serverID && order.key == placed.id)
      #expect(order.number == placed.number)
      #expect(order.city == placed.city && order.totalsAddUp)
      try device.restore(files)
      try await app.restart(.orders)
      await ada.cart.when { $0.placedOrders.isEmpty }
      #expect(ada.orders.state.active.count == 2)
    }
  }

  @Test
  func `A cart of a former app is forgotten only if its id is invalid`() async throws {
    try await device.run { app in
      await app.until(.cart, .running)
      try await app.choose(.almaty)
      try await app.currentUser().cart.add(try await app.item(), count: 1)
      try await app.flush()
    }
    func forgets(_ id: String) async throws -> Bool {
      let isForgotten = Mutex(false)
      let former = FormerApp(
        removeSession: {}, cart: { (id: id, city: CityID.almaty) },
        removeCart: { isForgotten.withLock { $0 = true } })
      try await device.run(device.launch(adopting: former)) { app in
        _ = try await app.first { $0.user }
      }
      return isForgotten.withLock { $0 }
    }
    #expect(try await forgets("not an id"))
    let files = try device.replaceByFolders("cart-changes")
    #expect(try await !forgets("former-cart"))
    try device.restore(files)
  }

  @Test
  func `A feature that is offered to guests sends requests for a guest, and no other one does`()
    async throws
  {
    try await device.runAsGuest(servingGuests: [.cart, .addresses]) { app, guest in
      try await guest.addresses.refresh()
      await #expect(throws: OrdersError.sync(.closed([.signedOut]))) {
        try await guest.orders.refresh()
      }
    }
    try await device.runAsGuest(servingGuests: [.cart, .reviews]) { app, guest in
      let order = RatableOrder(
        "1", .delivery, lines: [.init("1", name: "Margherita")], finishedAt: app.environment.now()
      )
      await #expect(throws: ReviewError.unknownOrder("1")) {
        try await guest.reviews.draft(for: order)
      }
    }
    try await device.runAsGuest(servingGuests: [.cart, .profile]) { app, guest in
      await #expect(throws: ProfileError.self) { try await guest.profile.refresh() }
      #expect(device.server.requests.contains { $0.path == "/v1/profile" })
    }
  }

  @Test
  func `A language that cannot be stored is selected, and the call throws`() async throws {
    try await device.runAsGuest { app, _ in
      try await app.setLanguage("ru")
      let files = try device.replaceByFolders("app-settings")
      await expectError { (error: CitiesError) in
        if case .sync(.storage) = error { true } else { false }
      } _: {
        try await app.setLanguage("kk")
      }
      #expect(app.cities.state.currentCity?.language == "kk")
      // The failed fetch is reported before the failed write.
      device.server.fault = .errors
      await expectError { (error: CitiesError) in
        if case .sync(.fetch) = error { true } else { false }
      } _: {
        try await app.setLanguage("en")
      }
      try device.restore(files)
    }
  }

  @Test
  func `A language is stored while its city is still being fetched`() async throws {
    let held = StubTransport(over: device.server)
    try await device.run(device.launch(over: held)) { app in
      try await app.choose(.almaty)
      // The city is not answered before the language is stored.
      held.interrupt(at: "/v1/cities/\(CityID.almaty)") {
        while !device.hasStored("ru") { await Task.yield() }
      }
      try await app.setLanguage("ru")
    }
  }
}

extension FoodAppDevice {
  /// Whether the stored settings of the app contain a language with a code of two letters.
  fileprivate func hasStored(_ language: Language) -> Bool {
    // In CBOR, a byte with the length precedes the letters of a text.
    let text = Data([0x62] + language.rawValue.utf8)
    do {
      let file = url.appending(path: "app-settings.v1.store")
      return try Data(contentsOf: file).range(of: text) != nil
    } catch { return false }
  }
}
