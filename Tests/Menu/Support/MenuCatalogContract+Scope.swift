import Foundation
import Menu
import Networking
import Pricing
import Sync
import Testing

extension MenuCatalogContract {
  func language(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      device.city.settle(in: .sampleCityInRussian)
      await catalog.setFulfillment(.delivery)
      #expect(await catalog.loaded().scope?.language == "ru")
      try await catalog.refresh()
      #expect(await catalog.loaded().menu?.products["margherita"]?.name == "Маргарита")
      device.server.isOffline = true
      device.city.settle(in: .sampleCity)
      await catalog.setFulfillment(.delivery)
      #expect(await catalog.loaded().menu?.products["margherita"]?.name == "Margherita")
    }
  }

  func fulfillment(_ catalog: any MenuCatalog) async throws {
    let margherita = ProductConfiguration("m-s")
    try await catalog.running {
      try await catalog.refresh()
      #expect(await catalog.loaded().menu?.price(of: margherita)?.minorUnits == 500)
      await catalog.setFulfillment(.pickup)
      try await catalog.refresh()
      #expect(await catalog.loaded().menu?.price(of: margherita)?.minorUnits == 450)
    }
  }

  func gate(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.gate.close(for: .migrating)
    try await catalog.running {
      #expect(await catalog.refreshFailure() == .closed([.migrating]))
      #expect(device.server.requests.isEmpty)
      device.gate.open(for: .migrating)
      try await catalog.refresh()
    }
  }

  func stops(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      try await catalog.refreshUnavailable()
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

  func stopsOfCity(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
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

  func oldStops(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running { try await catalog.refreshUnavailable() }
    device.server.isOffline = true
    device.time.pass(43_201)
    let restarted = device.launch(.delivery, in: .sampleCity)
    #expect(await restarted.loaded().unavailable == nil)
  }

  func noCity(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.city.settle(in: nil)
    let state = await catalog.loaded()
    #expect(state.scope == nil && state.timeZone == nil && !state.isLoaded)
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

  func consumer(_ catalog: any MenuCatalog, _ device: some MenuDevice) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await catalog.run() }
      while catalog.state.fetch == .notRunning { await Task.yield() }
      #expect(catalog.state.isLoaded && catalog.state.menu == nil)
      #expect(device.server.requests.isEmpty)
      device.server.isSilent = true
      let watching = Task { for await _ in catalog.states() {} }
      await device.server.holdsRequest()
      watching.cancel()
      while catalog.state.fetch != .idle { await Task.yield() }
      device.server.isSilent = false
      for await state in catalog.states() where state.menu != nil && state.unavailable != nil {
        break
      }
      device.time.pass(601)
      device.server.revision = 2
      for await state in catalog.states() where state.menu?.revision == 2 { break }
      group.cancelAll()
    }
  }

  func scopes(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
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
          if city == nil { _ = await catalog.loaded() } else { try await catalog.refresh() }
          #expect(catalog.state.scope == city.map { MenuScope(.delivery, in: $0) })
        }
        group.cancelAll()
      }
    }
  }
}
