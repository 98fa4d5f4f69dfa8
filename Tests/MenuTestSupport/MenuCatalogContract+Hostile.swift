import Menu
import NetworkingTestSupport
import Sync
import Testing

extension MenuCatalogContract {
  func hostile(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      try await catalog.refreshStops()
      let menu = try await catalog.menuNow().value
      let stops = try await catalog.stopsNow().value
      for answer in HostileAnswer.all {
        device.server.hostile = answer
        do { try await catalog.refresh() } catch {}
        do { try await catalog.refreshStops() } catch {}
        #expect(try await catalog.menuNow().value == menu, "\(answer.testDescription)")
        #expect(try await catalog.stopsNow().value == stops, "\(answer.testDescription)")
        #expect(device.gate.isOpen, "\(answer.testDescription)")
      }
      device.server.hostile = nil
      device.server.revision = 2
      try await catalog.refresh()
      #expect(try await catalog.menuNow().value?.revision == 2)
    }
  }
}
