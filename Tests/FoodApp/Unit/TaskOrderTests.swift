import Addresses
import Cart
import Cities
import Commerce
import FoodApp
import FoodAppTestSupport
import Menu
import Networking
import Orders
import Profile
import Sandbox
import StorageTestSupport
import Sync
import SyncTestSupport
import Synchronization
import Testing

struct TaskOrderTests {
  @Test func `When a choice returns, every feature is in the city`() async throws {
    let device = FoodAppDevice(.memory)
    try await device.runAsAda { app, _ in try await app.choose(.almaty) }
    for seed in UInt64(0)..<10 {
      let launch = try SteppedApp(of: device, seed: seed)
      for city in [CityID.moscow, .astana, .moscow, .almaty] {
        let cities = try launch.call { app in
          try await app.choose(city)
          let user = app.state.user
          return [app.menu.state.scope?.city, user?.cart.state.city, user?.addresses.state.city]
        }
        #expect(cities == [city, city, city], "seed \(seed)")
      }
      launch.end()
    }
  }

  @Test func `A choice returns although another one follows before the features are in its city`()
    async throws
  {
    let device = FoodAppDevice(.memory)
    try await device.runAsAda { app, _ in try await app.choose(.almaty) }
    for seed in UInt64(0)..<20 {
      let launch = try SteppedApp(of: device, seed: seed)
      launch.rest()
      let first = launch.executor.start { [app = launch.app] in
        await Result { try await app.choose(.moscow) }
      }
      while launch.app.cities.state.currentCity?.id != .moscow, launch.executor.step() {}
      try launch.call { app in try await app.choose(.astana) }
      launch.rest()
      #expect(first.answer.withLock { $0 != nil }, "seed \(seed)")
      try launch.call { app in try await app.choose(.almaty) }
      launch.end()
    }
  }

  @Test func `When a selection of a language returns, the menu is in the language`() async throws {
    let device = FoodAppDevice(.memory)
    try await device.runAsAda { _, _ in }
    for seed in UInt64(0)..<6 {
      let launch = try SteppedApp(of: device, seed: seed)
      for language in ["ru", "en"] as [Language] {
        let shown = try launch.call { app in
          try await app.choose(.almaty)
          try await app.setLanguage(language)
          return app.menu.state.scope?.language
        }
        #expect(shown == language.rawValue, "seed \(seed)")
      }
      launch.end()
    }
  }

  @Test func `A launch keeps the language that is selected meanwhile, or the stored one`()
    async throws
  {
    let device = FoodAppDevice(.memory)
    var stored: Language = "ru"
    try await device.runAsGuest { app, _ in try await app.setLanguage("ru") }
    // The last language is not offered.
    let selections = Array(repeating: ["kk", "ru", "xx"] as [Language], count: 4).joined()
    for (seed, language) in selections.enumerated() {
      let launch = try SteppedApp(of: device, seed: UInt64(seed))
      let isSelected = try launch.call { app in
        do { try await app.setLanguage(language) } catch CitiesError.unknownLanguage {
          return false
        }
        return true
      }
      #expect(isSelected == (language != "xx"))
      if isSelected { stored = language }
      launch.rest()
      #expect(launch.app.cities.state.language == stored, "seed \(seed)")
      #expect(launch.app.cities.state.currentCity?.language == stored, "seed \(seed)")
      launch.end()
    }
  }

  @Test func `An offline sum has no fee of the city that is about to be the cart's`() async throws {
    let device = FoodAppDevice(.memory)
    try await device.runAsGuest { app, guest in
      try await guest.cart.setFulfillment(CartFulfillment(.delivery, "home"))
      try await guest.cart.settled()
    }
    for seed in UInt64(0)..<8 {
      let launch = try SteppedApp(of: device, seed: seed)
      launch.rest()
      let cart = try #require(launch.app.state.user).cart
      let tea = try launch.call { app in try await app.item(.product("tea-mint")) }
      device.isOffline = true
      let choice = launch.executor.start { [app = launch.app] in
        await Result { try await app.choose(.moscow) }
      }
      var isAdded = false
      while launch.executor.step() {
        if !isAdded, launch.app.cities.state.currentCity?.id == .moscow {
          isAdded = true
          _ = launch.executor.start { await Result { try await cart.add(tea, count: 1) } }
        }
        guard cart.state.city == .almaty, let totals = cart.state.totals else { continue }
        #expect(totals.fees.isEmpty, "seed \(seed)")
      }
      #expect(isAdded && choice.answer.withLock { $0 != nil })
      try launch.call { app in try await app.choose(.almaty) }
      device.isOffline = false
      launch.end()
    }
  }

  @Test func `The features of the device start in the same moment`() throws {
    let device = FoodAppDevice()
    let features = [AppFeature.cities, .menu, .session]
    for seed in UInt64(0)..<6 {
      let launch = try SteppedApp(of: device, seed: seed)
      while launch.executor.step(), launch.health(of: features).contains(.stopped) {
        #expect(launch.health(of: features) == [.stopped], "seed \(seed)")
      }
      #expect(launch.health(of: features) == [.starting], "seed \(seed)")
      launch.rest()
      #expect(launch.health(of: features) == [.running], "seed \(seed)")
      launch.end()
    }
  }

  @Test func `A run that is canceled shows no failure`() async throws {
    let device = FoodAppDevice()
    try await device.runAsAda { _, _ in }
    for seed in UInt64(0)..<6 {
      let launch = try SteppedApp(of: device, seed: seed)
      for _ in 0..<(seed * 70) { launch.executor.step() }
      launch.run.cancel()
      while launch.executor.step() {
        #expect(launch.app.state.failures.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func `An observer is told nothing while nothing changes`() throws {
    let launch = try SteppedApp(of: FoodAppDevice(), seed: 1)
    launch.rest()
    let count = Mutex(0)
    let observer = Task(executorPreference: launch.executor) { [app = launch.app] in
      for await _ in app.states() { count.withLock { $0 += 1 } }
    }
    launch.rest()
    let before = count.withLock { $0 }

    // The catalog of cities shows the fetch, and the app goes on running.
    try launch.call { app in try await app.cities.refreshList() }
    launch.rest()

    #expect(count.withLock { $0 } == before)
    observer.cancel()
    launch.end()
  }
}

/// An app whose tasks run one job at a time, in an order that depends on a seed.
private struct SteppedApp {
  let app: FoodApp
  let executor: SimulationExecutor
  let run: Task<Void, Never>

  init(of device: FoodAppDevice, seed: UInt64) throws {
    let app = try device.launch()
    (self.app, executor) = (app, SimulationExecutor(seed: seed))
    run = Task(executorPreference: executor) { await app.run() }
  }

  /// Makes a call, and runs all tasks until it has returned.
  @discardableResult
  func call<Answer: Sendable>(
    _ body: @escaping @Sendable (FoodApp) async throws -> Answer
  ) throws -> Answer {
    let app = app
    let reply = executor.start { await Result { try await body(app) } }
    while true {
      if let result = reply.answer.withLock({ $0 }) { return try result.get() }
      try #require(executor.step(), "a call is never answered")
    }
  }

  /// Runs all tasks until each of them waits.
  func rest() { while executor.step() {} }

  /// Ends the app.
  func end() {
    run.cancel()
    rest()
  }

  /// The different healths of some features.
  func health(of features: [AppFeature]) -> Set<FeatureHealth> {
    let health = app.state.health
    return Set(features.map { health[$0] ?? .stopped })
  }
}
