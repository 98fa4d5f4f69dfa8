import Menu
import Networking
import Pricing
import Sync
import Testing

extension MenuCatalogContract {
  func refreshed(_ catalog: any MenuCatalog) async throws {
    try await catalog.running {
      try await catalog.refresh()
      let state = try await catalog.menuNow()
      let menu = try #require(state.value)
      #expect(state.scope == MenuScope(.delivery, in: .sampleCity))
      #expect(state.fetch == .idle)
      guard case .value(_, isFresh: true) = state.data else {
        Issue.record("\(state.data)")
        return
      }
      #expect(menu.products.count == 4)
      #expect(menu.combos.count == 2)
      #expect(menu.problems.isEmpty)
    }
  }

  func warmOffline(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.stops = SampleMenu.stops(2, #"{"kind":"product","id":"cola"}"#)
    try await catalog.running {
      try await catalog.refresh()
      try await catalog.refreshStops()
    }
    let asked = device.server.requests.count
    device.server.isOffline = true
    let restarted = device.launch(.delivery, in: .sampleCity)
    #expect(try await restarted.menuNow().value == catalog.menuNow().value)
    #expect(
      try await restarted.absence(of: .product("cola"), at: device.time.now)?.cause
        == .stopped(nil))
    #expect(device.server.requests.count == asked)
  }

  func failureKeeps(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      device.server.isOffline = true
      #expect(await catalog.refreshFailure() == .fetch(.noAnswer(.offline)))
      let state = try await catalog.menuNow()
      #expect(state.value?.products.count == 4)
    }
  }

  func unusable(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      device.server.menu = SampleMenu.text(revision: 2).replacing(
        "\"price\":", with: "\"price\":-")
      guard case .fetch(.unusable(let body)) = await catalog.refreshFailure() else {
        Issue.record("a menu without any product counts")
        return
      }
      #expect(body.reason.hasPrefix("no products"))
      #expect(try await catalog.menuNow().value?.revision == 1)
    }
  }

  func older(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.revision = 7
    try await catalog.running {
      try await catalog.refresh()
      device.server.revision = 6
      #expect(await catalog.refreshFailure() == .fetch(.outdated))
      #expect(try await catalog.menuNow().value?.revision == 7)
    }
  }

  func tooHigh(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.revision = 1_000_000
    try await catalog.running { try await catalog.refresh() }
    device.server.revision = 6
    device.time.pass(3_600)
    try await catalog.running { _ = await catalog.refreshFailure() }
    device.time.pass(1)
    let restarted = device.launch(.delivery, in: .sampleCity)
    #expect(try await restarted.menuNow().value?.revision == 1_000_000)
    try await restarted.running {
      for revision in 6...8 {
        device.server.revision = revision
        try await restarted.refresh()
        #expect(try await restarted.menuNow().value?.revision == revision)
      }
    }
  }

  func alternating(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      for _ in 0..<8 {
        device.server.revision = 7
        try await catalog.refresh()
        device.time.pass(3_000)
        device.server.revision = 6
        _ = await catalog.refreshFailure()
        #expect(try await catalog.menuNow().value?.revision == 7)
      }
    }
  }

  func stopsTooHigh(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      device.server.stops = SampleMenu.stops(1_000_000, #"{"kind":"product","id":"cola"}"#)
      try await catalog.refreshStops()
      device.server.stops = SampleMenu.stops(3)
      device.time.pass(601)
      try await catalog.refreshStops()
      let stops = try await catalog.stopsNow().value
      #expect(stops?.revision == 3)
    }
  }

  func stale(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running { try await catalog.refresh() }
    for (seconds, isFresh) in [(600.0, true), (1, false)] {
      device.time.pass(seconds)
      guard case .value(_, isFresh) = try await catalog.menuNow().data else {
        Issue.record("after \(seconds) more seconds")
        return
      }
    }
    try await catalog.running { try await catalog.refresh() }
    guard case .value(_, isFresh: true) = try await catalog.menuNow().data else {
      Issue.record("not fresh after the server has confirmed it")
      return
    }
  }

  func batch(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    try await catalog.running {
      try await catalog.refresh()
      var isChanged = false
      for await state in await catalog.menus() {
        if !isChanged {
          isChanged = true
          device.server.menu = SampleMenu.text(revision: 2)
            .replacing("\"price\":150,\"grams\"", with: "\"price\":160,\"grams\"")
          try await catalog.refresh()
        } else if state.value?.revision == 2 {
          let old = try #require(state.previous)
          let changes = try #require(state.value?.changes(since: old))
          #expect(changes.prices.map(\.item) == [.variant("c")])
          #expect(changes.prices.first?.new?.minorUnits == 160)
          #expect(changes.added.isEmpty && changes.removed.isEmpty)
          break
        }
      }
    }
  }
}
