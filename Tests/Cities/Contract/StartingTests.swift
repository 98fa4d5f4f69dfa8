import Cities
import CitiesTestSupport
import Foundation
import Networking
import Sync
import Testing

struct StartingTests {
  private let device = CityDevice()

  @Test func `A start without stored data leads to the list of a first launch`() async throws {
    let catalog = device.launch(in: "ru")
    #expect(catalog.state.stage == .starting && catalog.state.language == "ru")
    #expect(catalog.state.choice == nil && catalog.state.currentCity == nil)
    #expect(device.server.requests.isEmpty)

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(catalog.state.choice == nil)
    let list = try #require(catalog.state.list)
    #expect(list.language == "ru" && list.languages.contains("kk"))
    #expect(list.source == .bundle && list.problem == nil)
    #expect(await catalog.loadList() == list)
    #expect(catalog.state.listFetch == .idle)
    #expect(device.server.requests.isEmpty)
  }

  @Test func `A list that the app ships as data is shown, and a broken one is named`() async throws
  {
    for (json, isUsable) in [
      (try SampleCity.list(revision: 7).data, true), (Data("{}".utf8), false),
    ] {
      let catalog = FeatureEnvironment(transport: CityServerDouble()).makeCityCatalog(
        language: "ru",
        bundle: BundledCities(json: json))

      let list = await catalog.loadList()

      #expect(list.source == .bundle && list.revision == (isUsable ? 7 : 0))
      #expect((list.city(.moscow)?.name == "Москва") == isUsable)
      #expect((list.problem == nil) == isUsable)
    }
  }

  @Test func `Starting again changes nothing when nothing has failed`() async throws {
    let catalog = await device.start(in: "ru")
    try await catalog.choose(.moscow)
    let (state, requests) = (catalog.state, device.server.requests)

    await catalog.start(with: nil)
    await catalog.start(with: .moscow)

    #expect(catalog.state == state)
    #expect(device.server.requests == requests)
  }

  @Test func `A given unknown number leaves the stored city current`() async throws {
    try await device.launch(in: "ru").choose(.moscow)
    let catalog = await device.start(in: "ru", with: .nowhere)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.failure?.city == .nowhere)
    #expect(catalog.state.failure?.error == .unknownCity(.nowhere))
  }
}
