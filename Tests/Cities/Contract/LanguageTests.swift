import Cities
import CitiesTestSupport
import Networking
import Sync
import Testing

struct LanguageTests {
  private let device = CityDevice()

  @Test func `A language is switched in the list at once, before the start too`() async throws {
    device.server.fault = .offline
    let catalog = device.launch(in: "ru")
    #expect(await catalog.loadList().city(.moscow)?.name == "Москва")

    try await catalog.setLanguage("kk")

    #expect(catalog.state.language == "kk")
    #expect(catalog.state.stage == .starting)
    let list = await catalog.loadList()
    #expect(list.language == "kk")
    #expect(list.city(.moscow)?.name == "Мәскеу")
    #expect(list.city(.moscow)?.country.name == "Ресей")
    await catalog.start(with: nil)
    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(device.server.requests.isEmpty)
  }

  @Test func `A language that nothing is offered in is refused and changes nothing`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.moscow)
    let list = await catalog.loadList()
    let state = catalog.state
    let requests = device.server.requests

    for language: Language in ["RU", "ru-RU", "", "xx"] {
      let refusal = CitiesError.unknownLanguage(language, offered: list.languages)
      await #expect(throws: refusal) { try await catalog.setLanguage(language) }
    }

    #expect(catalog.state == state)
    #expect(await catalog.loadList() == list)
    #expect(device.server.requests == requests)
  }

  @Test func `Offline the list switches its language and the city stays as it was`() async throws {
    let catalog = device.launch(in: "ru")
    let moscow = try await catalog.choose(.moscow)
    device.server.fault = .offline

    await #expect(throws: CitiesError.offline) { try await catalog.setLanguage("kk") }

    #expect(catalog.state.language == "kk")
    #expect(catalog.state.stage == .ready(moscow))
    #expect(catalog.state.failure?.city == .moscow)
    #expect(await catalog.loadList().city(.moscow)?.name == "Мәскеу")
    device.server.fault = nil
    await catalog.start(with: nil)
    #expect(catalog.state.currentCity?.name == "Мәскеу")
    #expect(catalog.state.choice == nil)
  }

  @Test func `A language switched during a choice is that of the chosen city`() async throws {
    let catalog = device.launch(in: "ru")
    try await catalog.choose(.belgrade)
    let held = device.server.hold(.moscow)
    let choice = Task { await catalog.outcome(of: .moscow) }
    await held.arrived()

    try await catalog.setLanguage("kk")
    held.release()

    #expect(await choice.value.error == .superseded)
    #expect(catalog.state.currentCity?.id == .moscow)
    #expect(catalog.state.currentCity?.name == "Мәскеу")
    #expect(catalog.state.choice == nil)
    let restarted = await device.start(in: "kk")
    #expect(restarted.state.currentCity?.name == "Мәскеу")
    #expect(device.server.requests.map(\.query["language"]) == ["ru", "ru", "kk"])
  }

  @Test func `A city that answers in its own language is not read again at every start`()
    async throws
  {
    let belgrade = try await device.launch(in: "kk").choose(.belgrade)
    #expect(belgrade.language == "sr")
    let requests = device.server.requests
    let catalog = await device.start(in: "kk")
    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(belgrade))
    #expect(device.server.requests == requests)
  }

  @Test func `A request context names the current city, its country and its language`() async throws
  {
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
