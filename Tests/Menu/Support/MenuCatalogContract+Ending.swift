import Menu
import Networking
import StorageTestSupport
import Sync
import Testing
import SyncTestSupport

extension MenuCatalogContract {
  static let ending: [Rule<MenuDevice>] = [
    Rule("Without run() every call ends, and the states and a refresh say that nothing runs") {
      device in
      let catalog = device.launch(.delivery, in: .sampleCity)
      device.city.settle(in: .sampleCityInRussian)
      await catalog.setFulfillment(.delivery)
      for call in refreshes { await call.verify(.notRunning, on: catalog) }
      #expect(catalog.state.menu != nil)
      #expect(catalog.state.fetch == .notRunning)
    },
    Rule("Without run() each refresh shows what it has fetched") { device in
      let catalog = device.launch(.delivery, in: .sampleCity)
      try await catalog.refresh()
      #expect(catalog.state.menu != nil && catalog.state.unavailable?.revision == 1)
      device.server.stops = SampleMenu.stops(2)
      try await catalog.refreshUnavailable()
      #expect(catalog.state.unavailable?.revision == 2)
    },
    Rule("A second run() returns at once, and after the first one nothing runs") { device in
      let catalog = device.launch(.delivery, in: .sampleCity)
      try await catalog.running {
        await catalog.run()
        try await catalog.refresh()
        #expect(catalog.state.fetch == .idle)
      }
      #expect(catalog.state.fetch == .notRunning)
    },
    Rule("If the menu and the stop list fail, the state has the failure of the menu") { device in
      let catalog = device.launch(.delivery, in: .sampleCity)
      device.server.menu = "[]"
      device.server.stops = "{}"
      try await catalog.running {
        guard case .fetch(let failure) = await catalog.refreshFailure() else {
          Issue.record("The refresh failed without a response")
          return
        }
        #expect(await catalog.loaded().fetch == .failed(failure))
      }
    },
    Rule("In a cancelled task, or cancelled while it waits, a refresh says so") { device in
      let catalog = device.launch(.delivery, in: .sampleCity)
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
    },
    Rule("run() ends when it is cancelled, whatever it waits for, and can be called again") {
      device in
      let catalog = device.launch(.delivery, in: .sampleCity)
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
    },
  ]

  private typealias Call = EndingCall<any MenuCatalog, SyncError>

  private static var refreshes: [Call] {
    [
      Call("refresh", cancelled: .failure(.cancelled)) { try await $0.refresh() },
      Call("refreshUnavailable", cancelled: .failure(.cancelled)) {
        try await $0.refreshUnavailable()
      },
    ]
  }
}
