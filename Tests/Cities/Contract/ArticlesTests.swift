import Cities
import CitiesTestSupport
import Commerce
import Foundation
import Sync
import Testing

struct ArticlesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test
  func `Every scenario of the showcase stands for a rule in its article, and the other way round`()
    throws
  {
    let folder = Self.folder.appending(path: "../../Showcases/Unit/Transcripts/CitiesShowcase")
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .map { $0.replacing(".txt", with: "") }
    let article = Self.folder.appending(path: "../../../Modules/Cities/Cities.docc/UsingCities.md")
    let table =
      try String(contentsOf: article, encoding: .utf8)
      .components(separatedBy: "| rule | scenario |").last ?? ""

    let named = table.split(separator: "`").enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }

    #expect(Set(named) == Set(recorded))
  }

  @Test func `The code of the article about the catalog works`() async throws {
    let device = CityDevice()
    let catalog = device.launch(in: "ru")
    _ = await open(catalog)
    #expect(screen(catalog.state).hasPrefix("Москва\n"))

    await openPicker(catalog)
    let moscow = try #require(try await pick("моск", catalog))

    #expect(screen(catalog.state) == "Welcome to Москва")
    #expect(addressFields(in: moscow) == ["street", "house", "door code"])
    #expect(attempt(in: catalog.state) == nil)
    try await bringUpToDate(catalog)
    #expect(await catalog.loadList().revision == 2)
    device.server.fault = .offline
    _ = await catalog.outcome(of: .almaty)
    #expect(attempt(in: catalog.state) == "The city could not be loaded. Try again?")
  }

  @Test func `The code of the article about languages and search works`() async throws {
    let catalog = CityDevice().launch(in: "en")

    try await speak(["kk-KZ", "ru"], catalog)

    let list = await catalog.loadList()
    #expect(list.language == "kk")
    #expect(rows(list, typed: "kazan").first == "Қазан, Ресей")
    #expect(
      sections(list).contains(
        "Қазақстан: \(list.groups.first { $0.id == "KZ" }?.cities.count ?? 0)"))
    let here = try #require(Coordinates(latitude: 43.24, longitude: 76.9))
    #expect(suggestion(list, here)?.id == .almaty)
  }

  @Test(arguments: [
    ("орел", "ru", "Орёл"), ("актобе", "kk", "Ақтөбе"), ("lodz", "pl", "Łódź"),
    ("BAKI", "az", "Bakı"), ("fargona", "uz", "Fargʻona"), ("farg'ona", "uz", "Fargʻona"),
    ("на-дону", "ru", "Ростов-на-Дону"), ("kazan", "ru", "Казань"), ("казань", "en", "Kazan"),
  ])
  func `The table of search results is correct`(
    _ typed: String, _ language: Language, _ name: String
  ) async throws {
    let list = await CityDevice().launch(in: language).loadList()

    #expect(list.search(typed).first?.name == name)
  }
}
