import Commerce
import Menu
import MenuTestSupport
import Networking
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct MenuTests {
  @Test(arguments: Backing.allCases)
  func `A refresh brings the menu of the scope and its stops, fresh and complete`(
    _ backing: Backing
  ) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    let none = await catalog.loaded()
    #expect(none.menu == nil && none.unavailable == nil && none.isLoaded)
    #expect(!none.isFresh && none.time == nil && device.server.requests.isEmpty)
    try await catalog.running {
      try await catalog.refresh()
      let state = await catalog.loaded()
      let menu = try #require(state.menu)
      #expect(state.scope == MenuScope(.delivery, in: .sampleCity))
      #expect(state.fetch == .idle)
      #expect(state.isFresh)
      #expect(state.isLoaded && state.unavailable != nil)
      #expect(menu.products.count == 4)
      #expect(menu.combos.count == 2)
      #expect(menu.problems.isEmpty)
    }
  }

  @Test(arguments: Backing.allCases)
  func `After a restart without network the menu and the stops are there at once`(
    _ backing: Backing
  ) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    device.server.stops = SampleMenu.stops(2, #"{"kind":"product","id":"cola"}"#)
    try await catalog.runningLoaded {}
    let asked = device.server.requests.count
    device.server.isOffline = true
    let restarted = device.launch(.delivery, in: .sampleCity)
    #expect(await restarted.loaded().menu == catalog.loaded().menu)
    #expect(
      try await restarted.absence(of: .product("cola"), at: device.time.now)?.cause
        == .stopped(nil))
    #expect(device.server.requests.count == asked)
  }

  @Test(arguments: Backing.allCases)
  func `A failed refresh says why, and the menu before stays`(_ backing: Backing) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    device.server.revision = 7
    try await catalog.running {
      try await catalog.refresh()
      device.server.revision = 6
      #expect(await catalog.refreshFailure() == .fetch(.outdated))
      device.server.menu = SampleMenu.text(revision: 8).replacing(
        "\"price\":", with: "\"price\":-")
      guard case .fetch(.unusable(let body)) = await catalog.refreshFailure() else {
        Issue.record("a menu without any product counts")
        return
      }
      #expect(body.reason.hasPrefix("no products"))
      device.server.isOffline = true
      #expect(await catalog.refreshFailure() == .fetch(.noAnswer(.offline)))
      #expect(await catalog.loaded().menu?.revision == 7)
    }
  }

  @Test(arguments: Backing.allCases)
  func `A stop list whose revision was too high once is replaced`(_ backing: Backing) async throws {
    let (device, catalog) = MenuDevice.launched(backing)
    try await catalog.running {
      device.server.stops = SampleMenu.stops(1_000_000, #"{"kind":"product","id":"cola"}"#)
      try await catalog.refreshUnavailable()
      device.server.stops = SampleMenu.stops(3)
      device.time.turn(by: 600)
      await #expect(throws: SyncError.fetch(.outdated)) { try await catalog.refreshUnavailable() }
      device.time.turn(by: 60)
      try await catalog.refreshUnavailable()
      let stops = await catalog.loaded().unavailable
      #expect(stops?.listRevision == 3)
    }
  }

  @Test func `A menu is fresh for ten minutes and is shown after that too`() async throws {
    let (device, catalog) = MenuDevice.launched(.memory)
    try await catalog.running { try await catalog.refresh() }
    for (seconds, isFresh) in [(600.0, true), (1, false)] {
      device.time.turn(by: seconds)
      #expect(await catalog.loaded().isFresh == isFresh, "after \(seconds) more seconds")
      #expect(catalog.state.menu != nil)
    }
    try await catalog.running { try await catalog.refresh() }
    #expect(await catalog.loaded().isFresh, "not fresh after the server has confirmed it")
    #expect(catalog.state.time == device.time.now)
  }

  @Test
  func `The changes since an earlier state are one batch, and those of another scope are none`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    try await catalog.running {
      try await catalog.refresh()
      let old = await catalog.loaded()
      device.server.menu = SampleMenu.text(revision: 2)
        .replacing("\"price\":150,\"grams\"", with: "\"price\":160,\"grams\"")
      try await catalog.refresh()
      let changes = try #require(catalog.state.changes(since: old))
      #expect(changes.prices.map(\.item) == [.variant("c")])
      #expect(changes.prices.first?.new?.minorUnits == 160)
      #expect(changes.added.isEmpty && changes.removed.isEmpty)
      await catalog.setFulfillment(.pickup)
      try await catalog.refresh()
      #expect(catalog.state.menu != nil)
      #expect(catalog.state.changes(since: old) == nil, "changes of another scope")
    }
  }
}
