import Cities
import CitiesTestSupport
import StorageTestSupport
import Testing

struct FindingTests {
  private let device = CityDevice(.memory)

  @Test func `The best of the offered languages for a person can be used at once`() async throws {
    let catalog = device.launch(in: "en")
    let offered = await catalog.loadList().languages

    let best = try #require(Language.best(of: offered, for: ["xx", "kk-KZ", "ru"]))
    try await catalog.setLanguage(best)

    #expect(await catalog.loadList().language == "kk")
    #expect(Language.best(of: offered, for: ["sr-Latn-RS", "ru-RS"]) == "ru")
    #expect(Language.best(of: offered, for: ["xx"]) == nil)
  }

  @Test func `In every language a city is found by its names in all, in any letters`() async throws
  {
    let catalog = device.launch(in: "ru")
    for language in ["ru", "kk", "en"] as [Language] {
      try await catalog.setLanguage(language)
      let list = await catalog.loadList()
      for text in ["москва", "МОСК", "mosc", "moskva", "мәскеу", "маскеу", " -москва’ "] {
        #expect(list.search(text).first?.id == .moscow, "\(text)")
      }
      #expect(list.search("београд").first?.id == .belgrade)
      #expect(list.search("beogr").first?.id == .belgrade)
    }
  }

  @Test func `Text without letters finds all cities, and text that no name has finds none`()
    async throws
  {
    let list = await device.launch(in: "ru").loadList()

    for text in [
      "", "  ", "-'’.,", "\u{301}", "\u{306}", "🍕", "\u{0}\u{1B}[", "\u{200E}\u{200F}\u{FEFF}",
      String(repeating: " ", count: 10_000), String(repeating: "\u{301}", count: 10_000),
    ] { #expect(list.search(text) == list.cities, "\(text.debugDescription)") }
    for text in [
      String(repeating: "м", count: 10_000), String(repeating: "мо ", count: 3_413), "123",
      "москва\u{0}xyz", "\u{202E}aksom", String(repeating: "\u{301}a", count: 10_000), "сква",
    ] { #expect(!list.search(text).contains { $0.id == .moscow }, "\(text.debugDescription)") }
  }

  @Test func `A city of a newer list is found in it, in every language`() async throws {
    let catalog = device.launch(in: "en")
    #expect(await catalog.loadList().search("satpay").isEmpty)

    try await catalog.refreshList()

    #expect(await catalog.loadList().search("сәтб").map(\.id) == [.satpayev])
    try await catalog.setLanguage("ru")
    #expect(await catalog.loadList().search("satpay").map(\.name) == ["Сатпаев"])
  }

  @Test func `The nearest city is found, unless it is farther than the radius`() async throws {
    let list = await device.launch(in: "en").loadList()
    let suburb = try #require(Coordinates(latitude: 55.65, longitude: 37.55))
    let sea = try #require(Coordinates(latitude: 0, longitude: -30))

    #expect(list.nearest(to: suburb, withinKilometers: 20)?.id == .moscow)
    #expect(list.nearest(to: suburb, withinKilometers: 1) == nil)
    #expect(list.nearest(to: sea, withinKilometers: 500) == nil)
  }

  @Test func `Groups are countries in the order of the alphabet, with their cities in it too`()
    async throws
  {
    let catalog = device.launch(in: "ru")
    try await catalog.refreshList()
    let list = await catalog.loadList()

    let kazakhstan = try #require(list.groups.first { $0.id == "KZ" })

    #expect(kazakhstan.country.name == "Казахстан")
    #expect(kazakhstan.cities.map(\.name) == ["Алматы", "Сатпаев"])
    #expect(list.groups.map(\.country.name) == ["Казахстан", "Россия", "Сербия"])
    #expect(Set(list.groups.flatMap(\.cities)) == Set(list.cities))
  }
}
