import Cities
import CitiesTestSupport
import Foundation
import Networking
import Testing

@Suite("The article about languages and search")
struct LanguagesAndSearchTests {
  @Test func `The code of the article works`() async throws {
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
  )
    async throws
  {
    let list = await CityDevice().launch(in: language).loadList()

    #expect(list.search(typed).first?.name == name)
  }

  @Test(arguments: [
    ("sr", 3_191_376, "Šabac"), ("hy", 617_026, "Абовян"), ("et", 1_221_194, "Кӯлоб"),
  ])
  func `The table of missing names is correct`(_ language: Language, _ id: Int, _ name: String)
    async throws
  {
    let list = await CityDevice().launch(in: language).loadList()

    #expect(list.city(CityID(rawValue: id))?.name == name)
  }
}
