import CitiesTestSupport
import Networking
import Sync
import Testing

@testable import Cities

@Suite("The language of list and city", .serialized)
struct LanguageTests {
  private let device = CityDevice()

  @Test(arguments: ["RU", "ru-RU", "", "xx"])
  func `A code that the list does not name is refused`(_ code: String) async throws {
    let catalog = device.launch(in: "ru")
    let language = Language(rawValue: code)

    let offered = await catalog.loadList().languages
    await #expect(throws: CitiesError.unknownLanguage(language, offered: offered)) {
      try await catalog.setLanguage(language)
    }

    #expect(catalog.state.language == "ru")
  }

  @Test
  func `A first language that nothing is offered in shows a list all the same`() async throws {
    let list = await device.launch(in: "xx").loadList()

    #expect(list.city(.moscow)?.name == "Москва")
    #expect(!list.languages.contains("xx"))
  }

  @Test
  func `A city that answers in its own language is not read again at every start`() async throws {
    let belgrade = try await device.launch(in: "kk").choose(.belgrade)
    #expect(belgrade.language == "sr")
    let requests = device.server.requests
    let catalog = await device.start(in: "kk")
    await catalog.start(with: nil)

    #expect(catalog.state.stage == .ready(belgrade))
    #expect(device.server.requests == requests)
  }

  @Test func `The language of a later call is selected, whichever reads its files first`()
    async throws
  {
    for _ in 0..<100 {
      let catalog = try #require(device.launch(in: "en") as? DefaultCityCatalog)
      let earlier = Task(priority: .background) { try await catalog.setLanguage("ru") }
      while await catalog.languageCalls == 0 { await Task.yield() }
      try await catalog.setLanguage("kk")
      _ = await earlier.result

      #expect(catalog.state.language == "kk")
    }
  }

  @Test func `a change to an equal state is not yielded`() async {
    var broadcast: StateBroadcast? = StateBroadcast(
      CityState(language: "ru"), in: FeatureEnvironment(transport: device.server))
    var states = broadcast?.states().makeAsyncIterator()
    #expect(await states?.next()?.language == "ru")

    broadcast?.update { $0.language = "ru" }
    broadcast = nil

    #expect(await states?.next() == nil)
  }

  @Test func `An answer in the language before is not kept when it comes late`() async throws {
    let catalog = device.launch(in: "ru")
    let (russian, kazakh) = (device.server.hold(.moscow), device.server.hold(.moscow))
    let choice = Task { await catalog.outcome(of: .moscow) }
    await russian.arrived()
    let switching = Task { try await catalog.setLanguage("kk") }
    await kazakh.arrived()

    kazakh.release()
    try await switching.value
    russian.release()

    #expect(await choice.value.error == .superseded)
    #expect(catalog.state.currentCity?.language == "kk")
    let next = await device.start(in: "kk")
    #expect(next.state.currentCity?.language == "kk")
    #expect(device.server.requests.map(\.query) == [["language": "ru"], ["language": "kk"]])
  }

  @Test func `A switch before the first choice needs no network`() async throws {
    device.server.fault = .offline
    let catalog = await device.start(in: "ru")

    for language in await catalog.loadList().languages {
      try await catalog.setLanguage(language)
      #expect(await catalog.loadList().language == language)
    }

    #expect(catalog.state.stage == .choosing(.firstLaunch))
    #expect(device.server.requests.isEmpty)
  }
}
