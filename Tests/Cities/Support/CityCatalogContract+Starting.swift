import Cities
import Sync
import Testing

extension CityCatalogContract {
  func beforeStart(_ device: some CityDevice) {
    let state = device.launch(in: "ru").state

    #expect(state.stage == .starting)
    #expect(state.choice == nil)
    #expect(state.currentCity == nil)
    #expect(state.language == "ru")
    #expect(device.server.requests.isEmpty)
  }

  func firstLaunch(_ device: some CityDevice) async {
    let catalog = device.launch(in: "ru")

    await catalog.start(with: nil)

    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(catalog.state.choice == nil)
    #expect(catalog.state.list?.isComplete == true)
    #expect(catalog.state.list?.language == "ru")
    #expect(catalog.state.listFetch == .idle)
    #expect(device.server.requests.isEmpty)
  }

  func startAgain(_ device: some CityDevice) async throws {
    let catalog = device.launch(in: "ru")
    await catalog.start(with: nil)
    try await catalog.choose(.moscow)
    let (state, requests) = (catalog.state, device.server.requests)

    await catalog.start(with: nil)
    await catalog.start(with: .moscow)

    #expect(catalog.state == state)
    #expect(device.server.requests == requests)
  }

  func firstCities(_ device: some CityDevice) async throws {
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")

    for language: Language in ["ru", "kk", "en"] {
      try await catalog.setLanguage(language)
      let early = await device.launch(in: language).firstRows()
      let list = await catalog.loadList()
      #expect(early == Array(list.cities.prefix(early.count)))
      #expect(early.count == min(20, list.cities.count))
      #expect(await catalog.firstRows() == early)
    }
  }

  func listOffline(_ device: some CityDevice) async throws {
    device.server.fault = .offline
    let catalog = device.launch(in: "en")

    let before = await catalog.loadList()
    await catalog.start(with: nil)

    #expect(before.city(.almaty)?.name == "Almaty")
    #expect(before.source == .bundle)
    #expect(before.problem == nil)
    #expect(before.languages.contains("kk"))
    #expect(await catalog.loadList() == before)
    #expect(device.server.requests.isEmpty)
  }

  func given(_ device: some CityDevice) async {
    let catalog = device.launch(in: "ru")

    await catalog.start(with: .belgrade)

    #expect(catalog.state.currentCity?.id == .belgrade)
    #expect(catalog.state.choice == nil)
  }

  func givenUnknown(_ device: some CityDevice) async {
    let catalog = device.launch(in: "ru")

    await catalog.start(with: .nowhere)

    #expect(catalog.state.stage == .choosing(.unknownCity(.nowhere)))
  }

  func givenUnknownLater(_ device: some CityDevice) async throws {
    try await device.launch(in: "ru").choose(.moscow)
    let catalog = device.launch(in: "ru")

    await catalog.start(with: .nowhere)

    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.failure?.city == .nowhere)
    #expect(catalog.state.failure?.error == .unknownCity(.nowhere))
  }

  func givenOffline(_ device: some CityDevice) async {
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")

    await catalog.start(with: .almaty)
    #expect(catalog.state.currentCity == nil)
    #expect(catalog.state.failure?.city == .almaty)
    #expect(catalog.state.failure?.error == .offline)

    device.server.fault = nil
    await catalog.start(with: .almaty)
    #expect(catalog.state.currentCity?.id == .almaty)
    #expect(catalog.state.choice == nil)
  }
}
