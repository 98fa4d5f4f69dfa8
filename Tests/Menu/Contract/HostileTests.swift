import Menu
import MenuTestSupport
import Networking
import NetworkingTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct HostileTests {
  @Test(arguments: Backing.allCases)
  func `An answer of an intermediary changes nothing`(_ backing: Backing) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    try await catalog.runningLoaded {
      let menu = await catalog.loaded().menu
      let stops = await catalog.loaded().unavailable
      for answer in HostileAnswer.all where answer.hasReachedService {
        device.server.hostile = answer
        do { try await catalog.refresh() } catch {}
        do { try await catalog.refreshUnavailable() } catch {}
        #expect(await catalog.loaded().menu == menu, "\(answer.testDescription)")
        #expect(await catalog.loaded().unavailable == stops, "\(answer.testDescription)")
        #expect(device.gate.isOpen, "\(answer.testDescription)")
      }
      device.server.hostile = nil
      device.server.revision = 2
      try await catalog.refresh()
      #expect(await catalog.loaded().menu?.revision == 2)
    }
  }
}
