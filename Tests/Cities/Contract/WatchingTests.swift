import Cities
import CitiesTestSupport
import Commerce
import StorageTestSupport
import Sync
import Testing

struct WatchingTests {
  @Test(arguments: Backing.allCases)
  func `States begin with the present one and show no city that was not chosen`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    var states = catalog.states().makeAsyncIterator()
    #expect(await states.next() == catalog.state)
    let journey = [CityID.moscow, .almaty, .belgrade]

    let watching = Task { [states = catalog.states()] in
      var seen: [CityState] = []
      for await state in states {
        seen.append(state)
        if state.currentCity?.id == journey.last, state.choice == nil { break }
      }
      return seen
    }
    await catalog.start(with: nil)
    for id in journey {
      try await catalog.choose(id)
      device.server.fault = .status(503)
      _ = await catalog.outcome(of: .satpayev)
      device.server.fault = nil
    }
    try await catalog.choose(.belgrade)
    let seen = await watching.value

    // A slow observer skips states but never receives an older one.
    let places = seen.compactMap(\.currentCity?.id).map { journey.firstIndex(of: $0) ?? -1 }
    #expect(places == places.sorted())
    #expect(!places.contains(-1))
    let firstCity = seen.firstIndex { $0.currentCity != nil } ?? 0
    #expect(seen[firstCity...].allSatisfy { $0.currentCity != nil })
  }

  @Test(arguments: Backing.allCases)
  func `Every watcher is told the newest state`(_ backing: Backing) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    var first = catalog.states().makeAsyncIterator()
    var second = catalog.states().makeAsyncIterator()

    for id in [CityID.moscow, .almaty] {
      let city = try await catalog.choose(id)
      #expect(await first.next()?.stage == .ready(city))
    }

    #expect(await second.next() == catalog.state)
    var late = catalog.states().makeAsyncIterator()
    #expect(await late.next() == catalog.state)
  }
}
