import Commerce
import Foundation
import Menu
import MenuTestSupport
import Networking
import NetworkingTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct ScopeTests {
  @Test(arguments: Backing.allCases)
  func `Another language or way to get an order is another menu, and the first stays`(
    _ backing: Backing
  ) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    try await catalog.running {
      try await catalog.refresh()
      device.city.settle(in: .sampleCityInRussian)
      await catalog.setFulfillment(.delivery)
      #expect(await catalog.loaded().scope?.language == "ru")
      try await catalog.refresh()
      #expect(await catalog.loaded().menu?.products["margherita"]?.name == "Маргарита")
      #expect(catalog.state.menu?.price(of: ProductConfiguration("m-s"))?.minorUnits == 500)
      await catalog.setFulfillment(.pickup)
      try await catalog.refresh()
      #expect(catalog.state.menu?.price(of: ProductConfiguration("m-s"))?.minorUnits == 450)
      device.server.isOffline = true
    }
    device.city.settle(in: .sampleCity)
    await catalog.setFulfillment(.delivery)
    #expect(catalog.state.menu?.products["margherita"]?.name == "Margherita")
    device.city.settle(in: .sampleCityInRussian)
    await catalog.load()
    #expect(catalog.state.menu?.products["margherita"]?.name == "Маргарита")
  }

  @Test(arguments: Backing.allCases)
  func `The stop list comes for itself and leaves the menu as it is`(_ backing: Backing)
    async throws
  {
    let (device, catalog) = MenuDevice.launched(backing)
    try await catalog.runningLoaded {
      let menu = await catalog.loaded().menu
      let (large, now) = (MenuItem.variant("m-l"), device.time.now)
      #expect(await catalog.loaded().unavailable != nil)
      #expect(try await catalog.absence(of: large, at: now) == nil)
      device.server.stops = SampleMenu.stops(
        2, #"{"kind":"variant","id":"m-l","until":1795003600,"reason":"soldOut"}"#)
      try await catalog.refreshUnavailable()
      let absence = try await catalog.absence(of: large, at: now)
      #expect(absence?.cause == .stopped(.soldOut))
      #expect(absence?.returns?.timeIntervalSince1970 == 1_795_003_600)
      #expect(await catalog.loaded().menu == menu)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A stop whose end or reason cannot be read stops its item`(_ backing: Backing) async throws {
    let device = MenuDevice(backing)
    for flaw in [
      #""until":1795003600.5"#, #""until":"2026-11-18T12:00:00Z""#, #""until":1e99"#,
      #""reason":7"#,
    ] {
      device.server.stops = SampleMenu.stops(2, #"{"kind":"product","id":"cola",\#(flaw)}"#)
      let catalog = device.launch(.delivery, in: .sampleCity)
      try await catalog.refresh()
      for catalog in [catalog, device.launch(.delivery, in: .sampleCity)] {
        let absence = try await catalog.absence(of: .product("cola"), at: device.time.now)
        #expect(absence?.cause == .stopped(nil) && absence?.returns == nil, "\(flaw)")
      }
    }
  }

  @Test(arguments: Backing.allCases)
  func `The stop list is the same in every language`(_ backing: Backing) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    device.server.stops = SampleMenu.stops(2, #"{"kind":"combo","id":"lunch"}"#)
    try await catalog.running {
      try await catalog.refreshUnavailable()
      device.city.settle(in: .sampleCityInRussian)
      await catalog.setFulfillment(.pickup)
      try await catalog.refresh()
      device.server.isOffline = true
      let absence = try await catalog.absence(of: .combo("lunch"), at: device.time.now)
      #expect(absence?.cause == .stopped(nil))
    }
  }

  @Test(arguments: Backing.allCases)
  func `A stop list older than twelve hours is not shown, with or without a restart`(
    _ backing: Backing
  ) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    try await catalog.refreshUnavailable()
    for (seconds, isShown) in [(43_200.0, true), (1, false)] {
      device.time.turn(by: seconds)
      await catalog.load()
      #expect((catalog.state.unavailable != nil) == isShown)
      let restarted = device.launch(.delivery, in: .sampleCity)
      #expect(await (restarted.loaded().unavailable != nil) == isShown)
    }
    device.server.isOffline = true
    await #expect(throws: SyncError.self) { try await catalog.refreshUnavailable() }
    #expect(catalog.state.unavailable == nil)
  }

  @Test func `A new consumer of the states sees no stop list older than twelve hours`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    try await catalog.runningLoaded {
      device.gate.close(for: .offline)
      // After the first consumer, both parts are stale and wait for the gate: no fetch changes them.
      device.time.turn(by: 601)
      for await state in catalog.states() where !state.isFresh {
        #expect(state.unavailable != nil)
        break
      }
      device.time.turn(by: 43_200)
      for await state in catalog.states() where state.unavailable == nil {
        #expect(state.menu != nil)
        break
      }
    }
  }

  @Test func `A stale stop list is fetched when the way to get an order or the language changes`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    try await catalog.running {
      var revision = 1
      for await state in catalog.states()
      where state.unavailable?.listRevision == revision && state.menu != nil && state.fetch == .idle
      {
        revision += 1
        device.server.stops = SampleMenu.stops(revision)
        device.time.turn(by: 61)
        switch revision {
        case 2: await catalog.setFulfillment(.pickup)
        case 3: device.city.settle(in: .sampleCityInRussian)
        default: return
        }
      }
    }
  }

  @Test func `Stale data is fetched when the same city is settled again, whatever the gate`()
    async throws
  {
    let device = MenuDevice(.memory)
    device.city.settle(in: .sampleCity)
    var environment = device.environment()
    environment.gate = Gate()
    let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
    try await catalog.running {
      var isSettledAgain = false
      for await state in catalog.states() {
        if state.menu?.revision == 2 { break }
        guard !isSettledAgain, state.isFresh, state.unavailable != nil, state.fetch == .idle
        else {
          continue
        }
        isSettledAgain = true
        device.server.revision = 2
        device.time.turn(by: 601)
        for city in [nil, RequestContext.sampleCity] {
          device.city.settle(in: city)
          await catalog.load()
        }
      }
      #expect(catalog.state.menu?.revision == 2)
    }
  }

  @Test func `Before a city is settled the state has no scope, and a refresh says so`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    device.city.settle(in: nil)
    let state = await catalog.loaded()
    #expect(state.scope == nil && state.timeZone == nil && !state.isLoaded)
    #expect(state.fetch == .notRunning)
    #expect(await catalog.refreshFailure() == .noCity)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await catalog.run() }
      for await state in catalog.states() where state.fetch == .closed([.noCity]) { break }
      #expect(await catalog.refreshFailure() == .noCity)
      #expect(device.server.requests.isEmpty)
      device.city.settle(in: .sampleCity)
      for await state in catalog.states() where state.menu != nil {
        #expect(state.scope == MenuScope(.delivery, in: .sampleCity))
        break
      }
      group.cancelAll()
    }
  }

  @Test func `Requests have a consumer of the states, and are finished without one`() async throws {
    let (device, catalog) = MenuDevice.launched(.memory)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await catalog.run() }
      while catalog.state.fetch == .notRunning { await Task.yield() }
      #expect(catalog.state.isLoaded && catalog.state.menu == nil)
      #expect(device.server.requests.isEmpty)
      device.server.isSilent = true
      let watching = Task { for await _ in catalog.states() {} }
      await device.server.holdsRequest()
      while catalog.state.fetch != .fetching { await Task.yield() }
      watching.cancel()
      device.server.isSilent = false
      while catalog.state.menu == nil || catalog.state.unavailable == nil { await Task.yield() }
      device.time.turn(by: 601)
      device.server.revision = 2
      for await state in catalog.states() where state.menu?.revision == 2 { break }
      group.cancelAll()
    }
  }

  @Test func `A refresh during which the city changes is superseded, also without run()`()
    async throws
  {
    let device = MenuDevice(.memory)
    device.city.settle(in: .sampleCity)
    var environment = device.environment()
    // The user selects another city while each request is in transit.
    environment.transport = StubTransport { request throws(TransportError) in
      defer { device.city.settle(in: .otherCity) }
      return try await device.server.send(request)
    }
    let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
    #expect(await catalog.refreshFailure() == .superseded)
    device.city.settle(in: .sampleCity)
    await #expect(throws: SyncError.superseded) { try await catalog.refreshUnavailable() }
    try await catalog.refresh()
  }

  @Test func `No state has the menu, the stops or the time zone of another city than its own`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    let cities: [RequestContext?] = [.sampleCityInRussian, nil, .otherCity, .sampleCity]
    try await catalog.running {
      try await catalog.refresh()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for await state in catalog.states() {
            guard let scope = state.scope else {
              #expect(state.menu == nil && state.unavailable == nil && state.timeZone == nil)
              continue
            }
            #expect(state.timeZone == (scope.city == 524_901 ? "Europe/Moscow" : "Asia/Almaty"))
            if let menu = state.menu { #expect(menu.language == scope.language) }
          }
        }
        for city in cities {
          device.city.settle(in: city)
          if city == nil {
            #expect(await catalog.refreshFailure() == .noCity)
          } else {
            try await catalog.refresh()
          }
          #expect(catalog.state.scope == city.map { MenuScope(.delivery, in: $0) })
        }
        group.cancelAll()
      }
    }
  }
}
