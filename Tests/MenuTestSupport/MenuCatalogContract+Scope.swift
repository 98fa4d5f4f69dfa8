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
      await catalog.use(.delivery)
      #expect(try await catalog.menuNow().scope.language == "ru")
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.products["margherita"]?.name == "Маргарита")
      device.server.isOffline = true
      device.city.settle(in: .sampleCity)
      await catalog.use(.delivery)
      #expect(try await catalog.menuNow().value?.products["margherita"]?.name == "Margherita")
    }
  }

  func fulfilment(_ catalog: any MenuCatalog) async throws {
    let margherita = Configuration("m-s")
    try await catalog.running {
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.price(of: margherita)?.minorUnits == 500)
      await catalog.use(.pickup)
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.price(of: margherita)?.minorUnits == 450)
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
      try await catalog.refreshStops()
      let menu = try await catalog.menuNow().value
      let (large, now) = (MenuItem.variant("m-l"), device.time.now)
      #expect(try await catalog.stopsNow().value != nil)
      #expect(try await catalog.absence(of: large, at: now) == nil)
      device.server.stops = SampleMenu.stops(
        2, #"{"kind":"variant","id":"m-l","until":1795003600,"reason":"soldOut"}"#)
      try await catalog.refreshStops()
      let absence = try await catalog.absence(of: large, at: now)
      #expect(absence?.cause == .stopped(.soldOut))
      #expect(absence?.returns?.timeIntervalSince1970 == 1_795_003_600)
      #expect(try await catalog.menuNow().value == menu)
    }
  }

  func stopsOfCity(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.stops = SampleMenu.stops(2, #"{"kind":"combo","id":"lunch"}"#)
    try await catalog.running {
      try await catalog.refreshStops()
      device.city.settle(in: .sampleCityInRussian)
      await catalog.use(.pickup)
      try await catalog.refresh()
      device.server.isOffline = true
      let absence = try await catalog.absence(of: .combo("lunch"), at: device.time.now)
      #expect(absence?.cause == .stopped(nil))
    }
  }

  func oldStops(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running { try await catalog.refreshStops() }
    device.server.isOffline = true
    device.time.pass(43_201)
    let restarted = device.launch(.delivery, in: .sampleCity)
    #expect(try await restarted.stopsNow().data == .none)
  }
}
