import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Menu
import NetworkingTestSupport
import Sandbox
import SandboxApp
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct ChoosingTests {
  private let device = FoodAppDevice(.memory)

  @Test func `The first launch shows a guest who has to choose a city`() async throws {
    try await device.run { app in
      let user = try await app.currentUser()
      #expect(user.account == nil)
      await app.cities.when { $0.stage == .choosing(.firstLaunch) }
      await app.until(.cart, .running)
      await app.until(.profile, .needsAccount)
      #expect(app.state.failures.isEmpty)
    }
  }

  @Test func `A list that could not be fetched is fetched again while the city is chosen`()
    async throws
  {
    device.server.fault = .errors
    try await device.run { app in
      await app.cities.when { if case .failed = $0.listFetch { true } else { false } }
      #expect(app.cities.state.list?.source == .bundle)

      device.server.fault = nil
      _ = try await device.advance {
        await app.cities.when { $0.list?.source == .refreshed }
      }

      #expect(app.cities.state.listFetch == .idle)
      #expect(app.cities.state.list?.cities.count == 1_000)
    }
  }

  @Test func `A city that cannot be fetched leaves every feature in the previous one`() async throws
  {
    try await device.runAsGuest { app, user in
      device.server.fault = .errors
      await #expect(throws: CitiesError.self) { try await app.choose(.moscow) }
      #expect(app.menu.state.scope?.city == .almaty)
      #expect(user.cart.state.city == .almaty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `Each city has its cart, whose lines can be renewed from the menu`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.runAsGuest { app, user in
      try await user.cart.add(try await app.item(), count: 2)
      try await app.choose(.astana)
      #expect(user.cart.state.lines.isEmpty)
      let other = try #require(user.cart.state.others.first)
      try await app.choose(.almaty)
      let menu = try await app.orderableMenu()
      let renewed = other.renewed(from: menu)
      #expect(renewed.lines.map(\.item) == other.lines.map(\.item))
      #expect(renewed.gone.isEmpty && renewed.dearer.isEmpty)
      try await user.cart.add(renewed)
      #expect(user.cart.state.sync.isDurable)
      #expect(user.cart.state.words == ["4 Margherita"])
      device.server.change { world in
        world.menus.stop([.init(kind: "product", id: "pizza-margherita")], in: .almaty)
      }
      try await app.menu.refreshUnavailable()
      #expect(other.renewed(from: try await app.orderableMenu()).gone == ["Margherita"])
    }
  }

  @Test(arguments: Backing.allCases)
  func `A language is remembered, and the lines of the cart follow it`(_ backing: Backing)
    async throws
  {
    let device = FoodAppDevice(backing)
    try await device.runAsGuest { app, user in
      try await user.cart.add(try await app.item(), count: 1)
      try await app.setLanguage("ru")
      #expect(app.menu.state.scope?.language == "ru")
      await user.cart.when { $0.lines.first?.item.name == "Маргарита" }
      try await app.setLanguage("en")
      await user.cart.when { $0.lines.first?.item.name == "Margherita" }
      try await app.setLanguage("ru")
    }
    try await device.run { app in
      let user = try await app.currentUser()
      await app.cities.when { $0.currentCity?.language == "ru" }
      await user.cart.when { $0.lines.first?.item.name == "Маргарита" }
    }
  }

  @Test
  func `The language that was selected last is stored, although an earlier one arrives later`()
    async throws
  {
    let held = StubTransport(over: device.server)
    try await device.run(device.launch(over: held)) { app in
      try await app.choose(.almaty)
      held.interrupt(at: "/v1/cities/\(CityID.almaty)") { try await app.setLanguage("kk") }
      await #expect(throws: CitiesError.sync(.superseded)) { try await app.setLanguage("ru") }
    }
    try await device.run { app in
      await app.cities.when { $0.currentCity?.language == "kk" }
    }
  }

  @Test func `A language that is not offered changes nothing`() async throws {
    try await device.runAsGuest { app, _ in
      await #expect(throws: CitiesError.self) { try await app.setLanguage("xx") }
      #expect(app.cities.state.language == .english)
    }
    try await device.run(device.launch(language: "ru")) { app in
      _ = try await app.cities.first(\.currentCity)
      #expect(app.cities.state.language == "ru")
    }
  }

  @Test func `The menu has the prices of the cart's fulfillment method`() async throws {
    try await device.runAsGuest { app, user in
      for method in [FulfillmentMethod.pickup, .delivery, .pickup] {
        try await user.cart.setFulfillment(CartFulfillment(method, "restaurant"))
        await app.menu.when { $0.scope?.fulfillment == method }
      }
      // A screen that shows the menu of another method is not overruled.
      await app.menu.setFulfillment(.delivery)
      try await user.cart.add(try await app.item(), count: 1)
      try await user.cart.settled()
      #expect(app.menu.state.fulfillment == .delivery)
    }
  }

  @Test
  func
    `The menu has the prices of the next cart's fulfillment method, of delivery for another user`()
    async throws
  {
    try await device.runAsAda { app, ada in
      let pickup = CartFulfillment(.pickup, "restaurant")
      try await ada.cart.setFulfillment(pickup)
      await app.menu.when { $0.scope?.fulfillment == .pickup }
      try await app.order(as: ada)
      _ = try await ada.cart.number()
      await app.menu.setFulfillment(.delivery)
      try await ada.cart.setFulfillment(pickup)
      await app.menu.when { $0.scope?.fulfillment == .pickup }
      try await app.signOut(keepingData: true)
      #expect(app.menu.state.fulfillment == .delivery)
    }
  }

  @Test
  func `The list of cities is fetched when a picker needs it, and again when the network is back`()
    async throws
  {
    func listRequests() -> Int { device.server.requests.filter { $0.path == "/v1/cities" }.count }
    try await device.run { app in
      await app.cities.when { $0.list?.source == .refreshed && $0.listFetch == .idle }
      #expect(listRequests() == 1)
      try await app.choose(.almaty)
    }
    _ = device.server.takeChanges()
    device.isOffline = true
    device.server.fault = .offline
    try await device.run { app in
      _ = try await app.cities.first(\.currentCity)
      await app.until(.cart, .running)
      #expect(listRequests() == 0)
      await app.cities.loadList()
      await app.cities.when { $0.listFetch == .closed([.offline]) }
      device.server.fault = nil
      device.isOffline = false
      await app.cities.when { $0.listFetch == .idle }
      #expect(listRequests() == 1)
    }
  }

  @Test func `A city given at the launch is fetched when the network is back`() async throws {
    device.isOffline = true
    device.server.fault = .offline
    try await device.run(device.launch(city: .almaty)) { app in
      await app.cities.when { if case .failed? = $0.choice?.phase { true } else { false } }
      device.server.fault = nil
      device.isOffline = false
      await app.cities.when { $0.currentCity?.id == .almaty }
    }
  }

  @Test func `A city given at the launch does not replace a later choice in the next run`()
    async throws
  {
    let app = try device.launch(city: .almaty)
    try await running(app.run) {
      await app.cities.when { $0.currentCity?.id == .almaty }
      try await app.choose(.moscow)
    }
    try await running(app.run) {
      await app.until(.cities, .running)
      await app.until(.cart, .running)
      #expect(app.environment.city.context?.city == .moscow)
    }
  }
}
