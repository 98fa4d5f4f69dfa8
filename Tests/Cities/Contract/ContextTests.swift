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

  private func parts(_ context: RequestContext) -> [String] {
    [context.country, "\(context.city)", context.language]
  }
}
