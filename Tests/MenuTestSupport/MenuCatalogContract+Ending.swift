import Menu
import Networking
import StorageTestSupport
import Sync
import Testing

extension MenuCatalogContract {
  private typealias Call = EndingCall<any MenuCatalog, SyncError>

  private var refreshes: [Call] {
    [
      Call("refresh", notRunning: .failure(.notRunning), cancelled: .failure(.cancelled)) {
        try await $0.refresh()
      },
      Call("refreshStops", notRunning: .failure(.notRunning), cancelled: .failure(.cancelled)) {
        try await $0.refreshStops()
      },
    ]
  }

  func endsWithoutRun(_ catalog: any MenuCatalog, _ device: some MenuDevice) async {
    device.city.settle(in: .sampleCityInRussian)
    await catalog.setFulfillment(.delivery)
    for call in refreshes { await call.verify(.notRunning, on: catalog) }
    for await state in catalog.states() {
      #expect(state.fetch == .notRunning)
      break
    }
  }

  func endsCancelled(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    let calls = refreshes
    try await catalog.running {
      for call in calls { await call.verify(.cancelled, on: catalog) }
      device.server.isSilent = true
      for call in calls {
        let failure = await call.failureWhenCancelled(on: catalog) {
          await device.server.holdsRequest()
        }
        #expect(failure == .cancelled)
      }
      device.server.isSilent = false
      try await catalog.refresh()
    }
  }

  func runEnds(_ catalog: any MenuCatalog, _ device: some MenuDevice) async throws {
    device.server.isSilent = true
    let refresh = refreshes[0]
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { await catalog.run() }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await catalog.run() }
      for await state in catalog.states() where state.fetch != .notRunning { break }
      async let failure = refresh.failureWhenCancelled(on: catalog) {
        for await state in catalog.states() where state.fetch == .notRunning { break }
        await Task.yield()
      }
      await device.server.holdsRequest()
      group.cancelAll()
      #expect([.notRunning, .cancelled].contains(await failure))
    }
    device.server.isSilent = false
    try await catalog.running { try await catalog.refresh() }
  }
}
