import Cities
import CitiesTestSupport
import Commerce
import Foundation
import Networking
import Testing

struct CityListValidationTests {
  struct Flaw: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let value: JSONValue?
    /// The place that the problem has to name.
    let place: String
    /// The cities that are left out.
    let lost: Set<CityID>

    init(
      _ name: String, _ path: String, _ value: JSONValue?, _ place: String,
      without lost: Set<CityID> = []
    ) {
      (testDescription, self.path, self.value, self.place) = (name, path, value, place)
      self.lost = lost
    }
  }

  private static let flaws = [
    Flaw("a city twice", "cities/1/id", 524_901, "city 524901", without: [.almaty]),
    Flaw("a country twice", "countries/1/code", "RU", "country RU", without: [.almaty, .satpayev]),
    Flaw("a city in no country", "cities/2/country", "XX", "city 792680", without: [.belgrade]),
    Flaw("a city without names", "cities/0/names", [:], "city 524901", without: [.moscow]),
    Flaw("an empty name", "cities/0/names/ru", "", "city 524901"),
    Flaw(
      "a name of 10 KB", "cities/0/names/ru", .string(String(repeating: "а", count: 5000)),
      "city 524901"),
    Flaw(
      "a name of 201 bytes", "cities/0/names/ru", .string(String(repeating: "a", count: 201)),
      "city 524901"),
    Flaw("an empty other name", "cities/0/otherNames", [""], "city 524901"),
    Flaw("ESC in a name", "cities/1/names/kk", "Алма\u{1B}[2Jты", "city 1526384"),
    Flaw("NUL in a name", "cities/1/names/en", "Almaty\u{0}", "city 1526384"),
    Flaw("a line break in a name", "cities/1/names/en", "Al\nmaty", "city 1526384"),
    Flaw("U+001F in a name", "cities/1/names/en", "Al\u{1F}maty", "city 1526384"),
    Flaw("U+009F in a name", "cities/1/names/en", "Al\u{9F}maty", "city 1526384"),
    Flaw("ESC in a country's name", "countries/2/names/en", "Ser\u{1B}bia", "country RS"),
    Flaw("a country without names", "countries/2/names", [:], "country RS", without: [.belgrade]),
    Flaw("a country that is none", "countries/2", 7, "row of countries 2", without: [.belgrade]),
    Flaw(
      "ESC in a region's name", "regions/KZ.12510145/ru", "\u{1B}[2J", "region KZ.12510145"),
    Flaw("a region that is none", "regions/KZ.12510145", 7, "region KZ.12510145"),
    Flaw(
      "a latitude beyond the pole", "cities/0/lat", 90.001, "city 524901", without: [.moscow]),
    Flaw(
      "a latitude beyond the south pole", "cities/0/lat", -90.001, "city 524901",
      without: [.moscow]),
    Flaw(
      "a longitude east of the date line", "cities/0/lon", 180.5, "city 524901",
      without: [.moscow]),
    Flaw(
      "a longitude beyond the date line", "cities/0/lon", -180.5, "city 524901",
      without: [.moscow]),
    Flaw("fewer than no people", "cities/3/population", -1, "city 1520692"),
    Flaw("the fewest people a number can tell", "cities/3/population", .int(.min), "city 1520692"),
    Flaw("a missing population", "cities/0/population", nil, "row of cities 0", without: [.moscow]),
    Flaw("a number for a name", "cities/0/names/ru", 1, "row of cities 0", without: [.moscow]),
  ]

  @Test(arguments: flaws)
  func `What breaks a rule is left out and named, and the rest is listed, also after a restart`(
    _ flaw: Flaw
  ) async throws {
    let device = CityDevice()
    let all: [CityID] = [.moscow, .almaty, .belgrade, .satpayev]
    device.server.list = device.server.list.with(flaw.path, flaw.value)

    let list = try await device.launch(in: "ru").refreshList()

    #expect(list.problem?.reason.contains(flaw.place) == true)
    #expect(list.cities.map(\.id) == all.filter { !flaw.lost.contains($0) })
    #expect(list.cities.allSatisfy { $0.population >= 0 })
    #expect(await device.launch(in: "ru").loadList() == list)
  }

  @Test(arguments: [
    Flaw("revision 0", "revision", 0, "revision 0"),
    Flaw("a negative revision", "revision", -1, "revision -1"),
    Flaw("no cities", "cities", [], "no cities"), Flaw("no list", "cities", 7, "no cities"),
    Flaw("no readable city", "cities", [7], "row of cities 0"),
    Flaw("no countries", "countries", [], "city 524901"),
  ])
  func `A list without a city is refused with the reason, and is not stored`(_ flaw: Flaw)
    async throws
  {
    let device = CityDevice()
    let catalog = device.launch(in: "ru")
    let before = await catalog.loadList()
    device.server.list = device.server.list.with(flaw.path, flaw.value)

    let error = await #expect(throws: CitiesError.self) { try await catalog.refreshList() }

    #expect(error?.unusableBody?.reason.contains(flaw.place) == true)
    #expect(await catalog.loadList() == before)
    #expect(try device.files().isEmpty)
  }

  @Test func `Values at the limits of their ranges are listed`() async throws {
    let (short, long) = ("a", String(repeating: "a", count: 200))
    let device = CityDevice()
    device.server.list = device.server.list.with("cities/3/population", 0)
      .with("cities/2/lat", -90).with("cities/2/lon", 180)
      .with("cities/0/names/ru", .string(short)).with("cities/1/names/ru", .string(long))

    let list = try await device.launch(in: "ru").refreshList()

    #expect(list.cities.count == 4)
    #expect([list.city(.moscow)?.name, list.city(.almaty)?.name] == [short, long])
  }

  @Test(arguments: [
    ("\u{202E}אילת\u{202C}", "אילת"), ("Йошкар".decomposed, "йошк"), ("서울".decomposed, "서울"),
    ("🍕", ""), ("—", ""), ("ⅷ", "ⅷ"), ("\u{E000}a", "a"), ("𐐀", "𐐨"), ("ﷺ", "ﷺ"), ("դու", "du"),
    ("\u{301}\u{301}a\u{301}", "á"), ("ՈՒ", "u"), ("ւ", "v"), ("ъ", "ъ"), ("東京", "東"),
    ("\u{2100}", ""),
  ])
  func `A name of odd characters is listed, and found by its letters where it has any`(
    _ name: String, typed: String
  ) async throws {
    let device = CityDevice()
    device.server.list = device.server.list.with("cities/3/names", ["en": .string(name)])
    let catalog = device.launch(in: "en")

    try await catalog.refreshList()

    let list = await catalog.loadList()
    #expect(list.city(.satpayev)?.name == name)
    #expect(list.search(typed).contains { $0.id == .satpayev })
    #expect(list.groups.flatMap(\.cities).contains { $0.id == .satpayev })
  }
}

extension String {
  fileprivate var decomposed: String { decomposedStringWithCanonicalMapping }
}
