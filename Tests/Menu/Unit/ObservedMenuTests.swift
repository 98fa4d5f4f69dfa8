import Menu
import MenuTestSupport
import StorageTestSupport
import Networking
import Sync
import Testing
import SyncTestSupport

@Suite("The menu in SwiftUI", .serialized)
struct ObservedMenuTests {
  @MainActor
  @Test func `a view observes the whole menu in one line`() async throws {
    let device = MenuDevice(.memory)
    device.server.stops = SampleMenu.stops(2, #"{"kind":"product","id":"cola"}"#)
    let catalog = device.launch(.delivery, in: .sampleCity)

    let menu = Observed(catalog)

    #expect(menu.state.menu == nil)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await catalog.run() }
      while menu.state.menu == nil || menu.state.unavailable == nil { await Task.yield() }
      group.cancelAll()
    }
    let order = menu.state.orderable(at: device.time.now)
    #expect(order?.unavailability(of: .product("cola"))?.cause == .stopped(nil))
    #expect(order?.unavailability(of: .product("margherita")) == nil)
  }
}
