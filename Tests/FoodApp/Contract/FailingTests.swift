import Addresses
import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Foundation
import Menu
import Networking
import OrderRating
import Orders
import Profile
import ProfileTestSupport
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Synchronization
import Testing

struct FailingTests {
  @Test(arguments: Backing.allCases)
  func `A second run takes over when the first one ends`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    let app = try device.launch()
    try await running(app.run) {
      try await app.until(.cart, .running)
      try await running(app.run) { try await app.choose(.almaty) }
      #expect(app.state.health[.cart] == .running)
    }
    let first = Task { await app.run() }
    try await app.until(.cart, .running)
    let second = Task { await app.run() }
    let former = try #require(app.state.user).id
    first.cancel()
    await first.value
    // The features of the first run can no longer be used, so no call may wait for them.
    let started = try await app.first { $0.health[.session] == .stopped ? nil : $0 }
    #expect(started.user?.id != former)
    try await app.until(.cart, .running)
    try await app.currentUser().cart.add(try await app.item(), count: 1)
    second.cancel()
    await second.value
    #expect(app.state.health[.cart] == .stopped)
  }

  @Test(arguments: Backing.allCases)
  func `When the app has ended, every feature is stopped, and a choice waits for none`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    var ended: FoodApp?
    try await device.run { app in
      ended = app
      try await app.until(.cart, .running)
    }
    let health = try #require(ended).state.health
    #expect(
      health.values.allSatisfy { $0 == .stopped } && health.count == AppFeature.allCases.count)
    #expect(ended?.state.user != nil)
    try await ended?.choose(.almaty)
    #expect(ended?.cities.state.currentCity?.id == .almaty)
  }

  @Test(arguments: Backing.allCases)
  func `A damaged session leaves a guest, whose features run`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run(secrets: DamagedSecrets()) { app in
      try await app.until(.session, .running)
      #expect(app.state.session.status == .unavailable(.damaged))
      #expect(try await app.currentUser().account == nil)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A feature that needs an account sends no request for a guest`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    device.server.change { $0.requiresSignIn = true }
    try await device.run { app in
      try await app.choose(.almaty)
      let guest = try await app.currentUser()
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
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      try await app.setLanguage("ru")
      try await app.flush()
    }
    let files = try device.replaceByFolders("app-settings")
    #expect(!files.isEmpty)
    try await device.run { app in
      _ = try await app.first { $0.failures.first { $0.feature == .cities } }
      await #expect(throws: FeatureFailure.self) { try await app.restart(.cities) }
      try device.restore(files)
      try await app.restart(.cities)
      #expect(app.cities.state.currentCity?.language == "ru")
      #expect(app.cities.state.language == "ru")
    }
  }

  @Test
  func `A city given at the launch is chosen once the stored language can be read`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      try await app.setLanguage("ru")
    }
    let files = try device.replaceByFolders("app-settings")
    try await device.run(city: .moscow) { app in
      _ = try await app.first { $0.failures.first { $0.feature == .cities } }
      try device.restore(files)
      try await app.restart(.cities)
      #expect(app.cities.state.currentCity?.id == .moscow)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A session that cannot be read is ill alone, and can be restarted`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    let secrets = LockedSecrets()
    try await device.run(secrets: secrets) { app in
      let error = FeatureFailure.session(.secrets(.unavailable("locked")))
      try await app.until(.session, .failed(error))
      #expect(app.state.user == nil)
      // The features of the device work.
      try await app.choose(.almaty)
      _ = try await app.item()
      await #expect(throws: error) { try await app.restart(.session) }
      secrets.unlock()
      try await app.restart(.session)
      #expect(app.state.health[.session] == .running)
      #expect(try await app.currentUser().account == nil)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test
  func `Each feature whose files cannot be read is ill alone, and can be restarted`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.addresses.add(.sample())
      try await ada.profile.apply(.name("Ada"))
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      let order = try await ada.orders.first { $0.active.first { $0.revision > 0 } }
      device.server.change { $0.finishOrder(order.id) }
      try await ada.orders.refresh()
      _ = try await ada.promptForReview()
      _ = try await ada.addresses.first { $0.pending.isEmpty ? true : nil }
      _ = try await ada.profile.first { $0.pending.isEmpty ? true : nil }
      try await app.flush()
    }
    let features: [AppFeature: String] = [
      .cart: "cart-changes", .addresses: "address-changes", .orders: "orders",
      .reviews: "order-ratings", .profile: "profile-changes", .cities: "current-city",
    ]
    for (ill, name) in features.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let files = try device.replaceByFolders(name)
      #expect(!files.isEmpty, "\(ill)")
      try await device.run { app in
        _ = try await app.first { state in
          state.failures.contains { $0.feature == ill } ? true : nil
        }
        for feature in AppFeature.allCases where feature != ill {
          try await app.until(feature, .running)
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
  func `An order that its tracker cannot store stays in the cart`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      let pizza = try await app.item()
      try await ada.cart.add(pizza, count: 2)
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      _ = try await ada.cart.first { $0.placedOrders.isEmpty && $0.pending.isEmpty ? true : nil }
      let files = try device.replaceByFolders("orders")
      #expect(!files.isEmpty)
      try await ada.cart.add(pizza, count: 2)
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      _ = try await ada.cart.number()
      // A line gets the name of the menu only after the placed orders were passed to the tracker.
      let renamed = CartItem(
        pizza.configuration, city: pizza.city, name: "Pizza", unitPrice: pizza.unitPrice,
        revision: pizza.revision)
      try await ada.cart.add(renamed, count: 1)
      let cart = try await ada.cart.first { $0.words == ["1 Margherita"] ? $0 : nil }
      #expect(cart.placedOrders.count == 1)
    }
  }

  @Test
  func `A placed order is passed to its tracker once the tracker works again`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      _ = try await ada.cart.first { $0.placedOrders.isEmpty && $0.pending.isEmpty ? true : nil }
      try await app.flush()
    }
    let files = try device.replaceByFolders("orders")
    #expect(!files.isEmpty)
    try await device.run { app in
      _ = try await app.first { $0.failures.first { $0.feature == .orders } }
      try await app.choose(.almaty)
      let ada = try await app.currentUser()
      try await ada.cart.add(try await app.item(), count: 2)
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      _ = try await ada.cart.number()
      #expect(ada.cart.state.placedOrders.count == 1)
      try device.restore(files)
      try await app.restart(.orders)
      _ = try await ada.cart.first { $0.placedOrders.isEmpty ? true : nil }
      #expect(ada.orders.state.active.count == 2)
    }
  }

  @Test
  func `A cart of a former app is forgotten only if its id is invalid`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.until(.cart, .running)
      try await app.choose(.almaty)
      try await app.currentUser().cart.add(try await app.item(), count: 1)
      try await app.flush()
    }
    func forgets(_ id: String) async throws -> Bool {
      let isForgotten = Mutex(false)
      let former = FormerApp(
        cart: { (id: id, city: CityID.almaty) },
        removeCart: { isForgotten.withLock { $0 = true } })
      try await device.run(adopting: former) { app in
        _ = try await app.first { $0.user }
      }
      return isForgotten.withLock { $0 }
    }
    #expect(try await forgets("not an id"))
    let files = try device.replaceByFolders("cart-changes")
    #expect(!files.isEmpty)
    #expect(try await !forgets("former-cart"))
    try device.restore(files)
  }

  @Test(arguments: Backing.allCases)
  func `A feature that is offered to guests sends requests for a guest, and no other one does`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    try await device.run(servingGuests: [.cart, .addresses]) { app in
      try await app.choose(.almaty)
      let guest = try await app.currentUser()
      try await guest.addresses.refresh()
      await #expect(throws: OrdersError.sync(.closed([.signedOut]))) {
        try await guest.orders.refresh()
      }
    }
    try await device.run(servingGuests: [.cart, .reviews]) { app in
      try await app.choose(.almaty)
      let guest = try await app.currentUser()
      let order = RatableOrder(
        "1", .delivery, lines: [.init("1", name: "Margherita")], finishedAt: app.environment.now()
      )
      await #expect(throws: ReviewError.unknownOrder("1")) {
        try await guest.reviews.draft(for: order)
      }
    }
    try await device.run(servingGuests: [.cart, .profile]) { app in
      try await app.choose(.almaty)
      let guest = try await app.currentUser()
      await #expect(throws: ProfileError.self) { try await guest.profile.refresh() }
      #expect(device.server.requests.contains { $0.path == "/v1/profile" })
    }
  }

  @Test(arguments: Backing.allCases)
  func `Every call in a canceled task throws`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let user = try await app.currentUser()
      let item = try await app.item()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CitiesError.sync(.cancelled)) { try await app.choose(.moscow) }
        await #expect(throws: CitiesError.sync(.cancelled)) { try await app.setLanguage("ru") }
        await #expect(throws: FeatureFailure.sync(.cancelled)) { try await app.restart(.menu) }
        await #expect(throws: SessionError.cancelled) { try await app.signIn(withCode: "1") }
        await #expect(throws: SessionError.cancelled) { try await app.signOut(keepingData: true) }
        await #expect(throws: CartError.sync(.cancelled)) {
          try await user.cart.add(item, count: 1)
        }
      }
      await task.value
      #expect(app.menu.state.scope?.city == .almaty)
      #expect(app.cities.state.language == .english)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A run in a canceled task changes nothing`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    let app = try device.launch()
    try await running(app.run) { try await app.until(.cart, .running) }
    let user = try #require(app.state.user)
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await app.run()
    }
    await run.value
    #expect(app.state.user?.id == user.id)
  }

  @Test(arguments: Backing.allCases)
  func `A choice that is canceled on the way throws, although its city is current`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    let held = HeldCity(server: device.server, city: .moscow)
    try await device.run(over: held) { app in
      _ = try await app.currentUser()
      await held.expectCanceled(CitiesError.sync(.cancelled)) { try await app.choose(.moscow) }
      #expect(app.environment.city.context?.city == .moscow)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A selection of a language that is canceled on the way throws`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    let held = HeldCity(server: device.server, city: .almaty)
    try await device.run(over: held) { app in
      try await app.choose(.almaty)
      await held.expectCanceled(CitiesError.sync(.cancelled)) { try await app.setLanguage("ru") }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A sign-in that is canceled while the cart is fetched throws`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let guest = try await app.currentUser()
      try await app.choose(.almaty)
      try await guest.cart.add(try await app.item(), count: 1)
      try await guest.cart.settled()
      try await app.session.requestCode(for: .ada)
      let code = try #require(device.server.model.accounts.code(for: PhoneNumber.ada.rawValue))
      let call = CanceledCall()
      device.server.spoil([.status(503)]) { request in
        guard request.authorization != nil, request.path.hasPrefix("/v1/carts/") else {
          return false
        }
        call.cancel()
        return true
      }
      await call.expect(SessionError.cancelled) { try await app.signIn(withCode: code) }
      #expect(app.session.state.account != nil)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A sign-out that is canceled once it is stored throws`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    let secrets = CancelingSecrets()
    try await device.run(secrets: secrets) { app in
      try await device.signIn(app)
      secrets.cancelsCall = true
      await secrets.call.expect(SessionError.cancelled) {
        try await app.signOut(keepingData: true)
      }
      #expect(app.session.state.account == nil)
    }
  }

  @Test
  func `A language that cannot be stored is selected, and the call throws`() async throws {
    let device = FoodAppDevice()
    try await device.run { app in
      try await app.choose(.almaty)
      try await app.setLanguage("ru")
      let files = try device.replaceByFolders("app-settings")
      #expect(!files.isEmpty)
      let error = await #expect(throws: CitiesError.self) { try await app.setLanguage("kk") }
      guard case .sync(.storage)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(app.cities.state.currentCity?.language == "kk")
      // The failed fetch is reported before the failed write.
      device.server.fault = .errors
      let next = await #expect(throws: CitiesError.self) { try await app.setLanguage("en") }
      guard case .sync(.fetch)? = next else {
        Issue.record("\(String(describing: next))")
        return
      }
      try device.restore(files)
    }
  }

  @Test
  func `A language is stored while its city is still being fetched`() async throws {
    let device = FoodAppDevice()
    let held = HeldCity(server: device.server, city: .almaty)
    try await device.run(over: held) { app in
      try await app.choose(.almaty)
      // The city is not answered before the language is stored.
      held.onDownload { while !device.hasStored("ru") { await Task.yield() } }
      try await app.setLanguage("ru")
    }
  }
}

/// A call that is canceled by something that happens during it.
private final class CanceledCall: Sendable {
  private let task = Mutex<Task<Void, any Error>?>(nil)

  func cancel() { task.withLock { $0 }?.cancel() }

  /// Makes a call, and expects the error of a canceled one.
  func expect<Failure: Error & Equatable>(
    _ failure: Failure, _ call: @escaping @Sendable () async throws -> Void
  ) async {
    let running = task.withLock { task in
      let running = Task { try await call() }
      task = running
      return running
    }
    await #expect(throws: failure) { try await running.value }
  }
}

extension HeldCity {
  /// Cancels a call while a city is downloaded, and expects its error.
  fileprivate func expectCanceled(
    _ failure: CitiesError, _ call: @escaping @Sendable () async throws -> Void
  ) async {
    let canceled = CanceledCall()
    onDownload { canceled.cancel() }
    await canceled.expect(failure, call)
  }
}

/// A store in memory that cancels a call while it saves a secret.
private final class CancelingSecrets: SecretStore {
  let call = CanceledCall()
  private let state = Mutex((cancelsCall: false, secret: Data?.none))

  var cancelsCall: Bool {
    get { state.withLock { $0.cancelsCall } }
    set { state.withLock { $0.cancelsCall = newValue } }
  }

  func load() async throws(SecretError) -> Data? { state.withLock { $0.secret } }

  func save(_ secret: Data?) async throws(SecretError) {
    state.withLock { $0.secret = secret }
    if cancelsCall { call.cancel() }
  }
}

/// A store that cannot be read before the first unlock of the device.
private final class LockedSecrets: SecretStore {
  private let state = Mutex((isLocked: true, secret: Data?.none))

  func unlock() { state.withLock { $0.isLocked = false } }

  func load() async throws(SecretError) -> Data? {
    let (isLocked, secret) = state.withLock { $0 }
    if isLocked { throw .unavailable("locked") }
    return secret
  }

  func save(_ secret: Data?) async throws(SecretError) { state.withLock { $0.secret = secret } }
}

/// A store whose secret is damaged until another one is saved.
private final class DamagedSecrets: SecretStore {
  private let saved = Mutex(Data??.none)

  func load() async throws(SecretError) -> Data? {
    guard let saved = saved.withLock({ $0 }) else { throw .damaged }
    return saved
  }

  func save(_ secret: Data?) async throws(SecretError) { saved.withLock { $0 = secret } }
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
