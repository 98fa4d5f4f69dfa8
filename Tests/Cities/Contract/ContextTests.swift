import Cities
import CitiesTestSupport
import Networking
import StorageTestSupport
import Sync
import Testing

struct ContextTests {
  @Test(arguments: Backing.allCases)
  func `Before a city has settled there is no request context, nor while one downloads`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    #expect(catalog.state.context == nil)
    await catalog.start(with: nil)
    #expect(catalog.state.context == nil)
    let held = device.server.hold(.moscow)
    let choice = Task { await catalog.outcome(of: .moscow) }
    await held.arrived()

    #expect(catalog.state.context == nil)
    held.release()

    #expect(await choice.value.city == .moscow)
    #expect(catalog.state.context != nil)
  }

  @Test(arguments: Backing.allCases)
  func `A request context names the current city, its country and its language`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")

    try await catalog.choose(.moscow)
    #expect(catalog.state.context.map(parts) == ["RU", "524901", "ru"])
    try await catalog.setLanguage("kk")
    #expect(catalog.state.context.map(parts) == ["RU", "524901", "kk"])
    // Belgrade has no Kazakh name, so its texts are in the fallback language.
    try await catalog.choose(.belgrade)
    #expect(catalog.state.context.map(parts) == ["RS", "792680", "sr"])
  }

  @Test(arguments: Backing.allCases)
  func `A request context is there after a restart, and as it was after a failure`(
    _ backing: Backing
  ) async throws {
    let device = CityDevice(backing)
    let first = device.launch(in: "ru")
    try await first.choose(.almaty)
    let context = first.state.context
    device.server.fault = .offline

    _ = await first.outcome(of: .moscow)
    #expect(first.state.context == context)
    let second = device.launch(in: "ru")
    #expect(second.state.context == nil)
    await second.start(with: nil)
    #expect(second.state.context == context)
    #expect(context != nil)
  }

  @Test(arguments: Backing.allCases)
  func `No state has the request context of another city than its own`(_ backing: Backing)
    async throws
  {
    let device = CityDevice(backing)
    let catalog = device.launch(in: "ru")
    let watching = Task { [states = catalog.states()] in
      var seen: [CityState] = []
      for await state in states {
        seen.append(state)
        if state.currentCity?.id == .belgrade { break }
      }
      return seen
    }

    for city in [CityID.moscow, .almaty, .belgrade] { try await catalog.choose(city) }

    for state in await watching.value {
      #expect(state.context?.city == state.currentCity?.id)
      #expect(state.context?.country == state.currentCity?.country.code)
    }
  }

  private func parts(_ context: RequestContext) -> [String] {
    [context.country, "\(context.city)", context.language]
  }
}
