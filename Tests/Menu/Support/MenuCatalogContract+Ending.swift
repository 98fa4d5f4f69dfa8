import Menu
import Networking
import StorageTestSupport
import Sync
import Testing

extension MenuCatalogContract {
  private typealias Call = EndingCall<any MenuCatalog, SyncError>

  private var refreshes: [Call] {
    [
      Call("refresh", cancelled: .failure(.cancelled)) { try await $0.refresh() },
      Call("refreshUnavailable", cancelled: .failure(.cancelled)) {
        try await $0.refreshUnavailable()
      },
    ]
  }

  func endsWithoutRun(_ catalog: any MenuCatalog, _ device: some MenuDevice) async {
    device.city.settle(in: .sampleCityInRussian)
    await catalog.setFulfillment(.delivery)
    for call in refreshes { await call.verify(.notRunning, on: catalog) }
    #expect(catalog.state.menu != nil)
    #expect(catalog.state.fetch == .notRunning)
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
    let failure = await refresh.failureWhenCancelled(on: catalog) {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await catalog.run() }
        await device.server.holdsRequest()
        group.cancelAll()
      }
      // The refresh sends its request again, since no run does.
      await device.server.holdsRequest()
    }
    #expect(failure == .cancelled)
    device.server.isSilent = false
    try await catalog.running { try await catalog.refresh() }
  }
}
