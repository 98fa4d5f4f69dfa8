import Foundation
import Menu
import Networking
import Sync
import Testing

extension MenuCatalogContract {
  func language(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      await catalog.use(.delivery, in: .sampleCityInRussian)
      #expect(try await catalog.menuNow().scope.language == "ru")
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.products["margherita"]?.name == "Маргарита")
      device.server.isOffline = true
      await catalog.use(.delivery, in: .sampleCity)
      #expect(try await catalog.menuNow().value?.products["margherita"]?.name == "Margherita")
    }
  }

  func fulfilment(_ catalog: any MenuCatalog) async throws {
    try await catalog.running {
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.variants["m-s"]?.price == 500)
      await catalog.use(.pickup, in: .sampleCity)
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.variants["m-s"]?.price == 450)
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
      #expect(try await catalog.stopsNow().value?.entries.isEmpty == true)
      device.server.stops = SampleMenu.stops(
        2, #"{"kind":"variant","id":"m-l","until":1795003600,"reason":"soldOut"}"#)
      try await catalog.refreshStops()
      let entry = try await catalog.stopsNow().value?.entries[.variant("m-l")]
      #expect(entry?.reason == .soldOut)
      #expect(entry?.until?.timeIntervalSince1970 == 1_795_003_600)
      #expect(try await catalog.menuNow().value == menu)
    }
  }

  func stopsOfCity(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.stops = SampleMenu.stops(2, #"{"kind":"combo","id":"lunch"}"#)
    try await catalog.running {
      try await catalog.refreshStops()
      device.server.isOffline = true
      await catalog.use(.pickup, in: .sampleCityInRussian)
      #expect(try await catalog.stopsNow().value?.entries.keys.first == .combo("lunch"))
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
