import Addresses
import Cart
import Cities
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import Pricing
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import Testing

struct ChoosingTests {
  @Test(arguments: Backing.allCases)
  func `The first launch shows a guest who has to choose a city`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      #expect(user.account == nil)
      _ = try await app.cities.first { $0.stage == .choosing(.firstLaunch) ? true : nil }
      try await app.until(.cart, .running)
      #expect(app.state.health[.profile] == .needsAccount)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `When a city has been chosen, every feature is in it`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      for city in [CityID.almaty, .moscow, .almaty] {
        try await app.choose(city)
        #expect(app.environment.city.context?.city == city)
        #expect(app.menu.state.scope?.city == city)
        #expect(user.cart.state.city == city)
      }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A signed-in user's address book is in the chosen city too`(_ backing: Backing) async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await device.signIn(app)
      try await app.until(.addresses, .running)
      try await app.choose(.almaty)
      #expect(user.addresses.state.city == .almaty)
      try await app.choose(.moscow)
      #expect(user.addresses.state.city == .moscow)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A city that cannot be fetched leaves every feature in the previous one`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      try await app.choose(.almaty)
      device.server.fault = .errors
      await #expect(throws: CitiesError.self) { try await app.choose(.moscow) }
      #expect(app.menu.state.scope?.city == .almaty)
      #expect(user.cart.state.city == .almaty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The cart of the previous city is offered, and can be taken up`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      try await app.choose(.almaty)
      try await user.cart.add(try await app.item(), count: 2)
      try await app.choose(.astana)
      #expect(user.cart.state.lines.isEmpty)
      let abandoned = try #require(user.cart.state.abandoned.first)
      try await app.choose(.almaty)
      let menu = try await app.orderableMenu()
      let renewed = abandoned.renewed(from: menu)
      #expect(renewed.lines.map(\.item) == abandoned.lines.map(\.item))
      #expect(renewed.gone.isEmpty && renewed.dearer.isEmpty)
      let status = try await user.cart.add(renewed)
      #expect(status == (device.backing == .files ? .written : .inMemory))
      #expect(user.cart.state.words == ["2 Margherita"])
      device.server.change { world in
        world.menus.stop([.init(kind: "product", id: "pizza-margherita")], in: .almaty)
      }
      try await app.menu.refreshUnavailable()
      #expect(abandoned.renewed(from: try await app.orderableMenu()).gone == ["Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A language is remembered, and the lines of the cart follow it`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      try await app.choose(.almaty)
      try await user.cart.add(try await app.item(), count: 1)
      try await app.setLanguage("ru")
      #expect(app.menu.state.scope?.language == "ru")
      _ = try await user.cart.first { $0.lines.first?.item.name == "Маргарита" ? true : nil }
      try await app.setLanguage("en")
      _ = try await user.cart.first { $0.lines.first?.item.name == "Margherita" ? true : nil }
      try await app.setLanguage("ru")
    }
    try await device.run { app in
      let user = try await app.currentUser()
      _ = try await app.cities.first { $0.currentCity?.language == "ru" ? true : nil }
      _ = try await user.cart.first { $0.lines.first?.item.name == "Маргарита" ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `The language that was selected last is stored, although an earlier one arrives later`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    let held = HeldCity(server: device.server, city: .almaty)
    try await device.run(over: held) { app in
      try await app.choose(.almaty)
      held.onDownload {
        do { try await app.setLanguage("kk") } catch { Issue.record(error) }
      }
      await #expect(throws: CitiesError.sync(.superseded)) { try await app.setLanguage("ru") }
    }
    try await device.run { app in
      _ = try await app.cities.first { $0.currentCity?.language == "kk" ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A language that is not offered changes nothing`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      await #expect(throws: CitiesError.self) { try await app.setLanguage("xx") }
      #expect(app.cities.state.language == .english)
    }
    try await device.run(language: "ru") { app in
      _ = try await app.cities.first(\.currentCity)
      #expect(app.cities.state.language == "ru")
    }
  }

  @Test(arguments: Backing.allCases)
  func `A language that is chosen offline follows when the network is back`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      device.network.isOffline = true
      device.server.fault = .offline
      // Otherwise the network may be back before the app has noticed that it was away.
      while app.environment.gate.isOpen { await Task.yield() }
      await #expect(throws: CitiesError.self) { try await app.setLanguage("ru") }
      #expect(app.cities.state.language == "ru")
      device.server.fault = nil
      device.network.isOffline = false
      _ = try await app.menu.first { $0.menu?.language == "ru" ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `The menu has the prices of the cart's fulfillment method`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      let user = try await app.currentUser()
      try await app.choose(.almaty)
      for method in [FulfillmentMethod.pickup, .delivery, .pickup] {
        try await user.cart.setFulfillment(CartFulfillment(method, "restaurant"))
        _ = try await app.menu.first { $0.scope?.fulfillment == method ? true : nil }
      }
      // A screen that shows the menu of another method is not overruled.
      await app.menu.setFulfillment(.delivery)
      try await user.cart.add(try await app.item(), count: 1)
      try await user.cart.settled()
      #expect(app.menu.state.fulfillment == .delivery)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The menu has the prices of the next cart's fulfillment method, too`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      _ = try await app.menu.first { $0.scope?.fulfillment == .pickup ? true : nil }
      try await ada.cart.add(try await app.item(), count: 1)
      try await ada.placeOrder(for: try #require(try await ada.cart.settled().totals?.due))
      _ = try await ada.cart.number()
      await app.menu.setFulfillment(.delivery)
      try await ada.cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      _ = try await app.menu.first { $0.scope?.fulfillment == .pickup ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `The menu has the prices of delivery for the next user`(_ backing: Backing) async throws {
    let device = FoodAppDevice(backing)
    try await device.run { app in
      try await app.choose(.almaty)
      let ada = try await device.signIn(app)
      try await ada.cart.setFulfillment(CartFulfillment(.pickup, "restaurant"))
      _ = try await app.menu.first { $0.scope?.fulfillment == .pickup ? true : nil }
      try await app.signOut(keepingData: true)
      #expect(app.menu.state.fulfillment == .delivery)
    }
  }

  @Test(arguments: Backing.allCases)
  func `The list of cities is fetched when a picker needs it, and again when the network is back`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    func listRequests() -> Int { device.server.requests.filter { $0.path == "/v1/cities" }.count }
    try await device.run { app in
      _ = try await app.cities.first { state in
        state.list?.source == .refreshed && state.listFetch == .idle ? true : nil
      }
      #expect(listRequests() == 1)
      try await app.choose(.almaty)
    }
    _ = device.server.takeChanges()
    device.network.isOffline = true
    device.server.fault = .offline
    try await device.run { app in
      _ = try await app.cities.first(\.currentCity)
      try await app.until(.cart, .running)
      #expect(listRequests() == 0)
      await app.cities.loadList()
      _ = try await app.cities.first { if case .failed = $0.listFetch { true } else { nil } }
      device.server.fault = nil
      device.network.isOffline = false
      _ = try await app.cities.first { $0.listFetch == .idle ? true : nil }
      #expect(listRequests() == 2)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A city given at the launch is fetched when the network is back`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    device.network.isOffline = true
    device.server.fault = .offline
    try await device.run(city: .almaty) { app in
      _ = try await app.cities.first { state in
        if case .failed? = state.choice?.phase { true } else { nil }
      }
      device.server.fault = nil
      device.network.isOffline = false
      _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
    }
  }

  @Test(arguments: Backing.allCases)
  func `A city given at the launch does not replace a later choice in the next run`(
    _ backing: Backing
  ) async throws {
    let device = FoodAppDevice(backing)
    let app = try device.launch(city: .almaty)
    try await running(app.run) {
      _ = try await app.cities.first { $0.currentCity?.id == .almaty ? true : nil }
      try await app.choose(.moscow)
    }
    try await running(app.run) {
      try await app.until(.cities, .running)
      try await app.until(.cart, .running)
      #expect(app.environment.city.context?.city == .moscow)
    }
  }
}

extension FoodApp {
  /// Waits until a feature has this health.
  func until(_ feature: AppFeature, _ health: FeatureHealth) async throws {
    _ = try await first { $0.health[feature] == health ? true : nil }
  }
}
