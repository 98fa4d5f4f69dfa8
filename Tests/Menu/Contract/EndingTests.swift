import Commerce
import Menu
import MenuTestSupport
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

struct EndingTests {
  @Test func `Without run() every call ends, and the states and a refresh say that nothing runs`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    device.city.settle(in: .sampleCityInRussian)
    await catalog.setFulfillment(.delivery)
    for call in refreshes { await call.verify(.notRunning, on: catalog) }
    #expect(catalog.state.menu != nil)
    #expect(catalog.state.fetch == .notRunning)
  }

  @Test func `A second run() returns at once, and after the first one nothing runs`() async throws {
    let (_, catalog) = MenuDevice.launched(.memory)
    try await catalog.running {
      await catalog.run()
      try await catalog.refresh()
      #expect(catalog.state.fetch == .idle)
    }
    #expect(catalog.state.fetch == .notRunning)
  }

  @Test func `If the menu and the stop list fail, the state has the failure of the menu`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
    device.server.menu = "[]"
    device.server.stops = "{}"
    try await catalog.running {
      guard case .fetch(let failure) = await catalog.refreshFailure() else {
        Issue.record("The refresh failed without a response")
        return
      }
      #expect(await catalog.loaded().fetch == .failed(failure))
    }
  }

  @Test func `In a canceled task, or canceled while it waits, a refresh says so`() async throws {
    let (device, catalog) = MenuDevice.launched(.memory)
    let calls = refreshes
    try await catalog.running {
      for call in calls { await call.verify(.cancelled, on: catalog) }
      for call in calls {
        // No request is in progress that the call could share.
        try await catalog.refresh()
        device.server.isSilent = true
        let failure = await call.failureWhenCancelled(on: catalog) {
          await device.server.holdsRequest()
        }
        #expect(failure == .cancelled)
        device.server.isSilent = false
      }
      try await catalog.refresh()
    }
  }

  @Test
  func `A call of run() ends when it is canceled, whatever it waits for, and can be called again`()
    async throws
  {
    let (device, catalog) = MenuDevice.launched(.memory)
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

  private typealias Call = EndingCall<any MenuCatalog, SyncError>

  private var refreshes: [Call] {
    [
      Call("refresh", cancelled: .failure(.cancelled)) { try await $0.refresh() },
      Call("refreshUnavailable", cancelled: .failure(.cancelled)) {
        try await $0.refreshUnavailable()
      },
    ]
  }
}
