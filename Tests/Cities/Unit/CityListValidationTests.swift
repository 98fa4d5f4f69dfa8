import CitiesTestSupport
import Commerce
import Foundation
import Networking
import Testing

@testable import Cities

struct CityListValidationTests {
  /// A path, its value, the place that the problem has to name, and the cities that are left out.
  typealias Flaw = (path: String, value: JSONValue?, place: String, lost: Set<CityID>)

  private static let flaws: [Flaw] = [
    ("cities/1/id", 524_901, "city 524901", [.almaty]),
    ("countries/1/code", "RU", "country RU", [.almaty, .satpayev]),
    ("cities/2/country", "XX", "city 792680", [.belgrade]),
    ("cities/0/names", [:], "city 524901", [.moscow]),
    ("cities/0/names/ru", "", "city 524901", []),
    ("cities/0/names/ru", .string(String(repeating: "a", count: 201)), "city 524901", []),
    ("cities/0/otherNames", [""], "city 524901", []),
    ("cities/1/names/kk", "Алма\u{1B}[2Jты", "city 1526384", []),
    ("cities/1/names/en", "Almaty\u{0}", "city 1526384", []),
    ("cities/1/names/en", "Al\u{1F}maty", "city 1526384", []),
    ("cities/1/names/en", "Al\u{9F}maty", "city 1526384", []),
    ("countries/2/names/en", "Ser\u{1B}bia", "country RS", []),
    ("countries/2/names", [:], "country RS", [.belgrade]),
    ("countries/2", 7, "row of countries 2", [.belgrade]),
    ("regions/KZ.12510145/ru", "\u{1B}[2J", "region KZ.12510145", []),
    ("regions/KZ.12510145", 7, "region KZ.12510145", []),
    ("cities/0/lat", 90.001, "city 524901", [.moscow]),
    ("cities/0/lat", -90.001, "city 524901", [.moscow]),
    ("cities/0/lon", 180.5, "city 524901", [.moscow]),
    ("cities/0/lon", -180.5, "city 524901", [.moscow]),
    ("cities/3/population", -1, "city 1520692", []),
    ("cities/3/population", .int(.min), "city 1520692", []),
    ("cities/0/population", nil, "row of cities 0", [.moscow]),
    ("cities/0/names/ru", 1, "row of cities 0", [.moscow]),
  ]

  @Test(arguments: flaws)
  func `What breaks a rule is left out and named, and the rest is listed, also after a restart`(
    _ path: String, _ value: JSONValue?, _ place: String, _ lost: Set<CityID>
  ) async throws {
    let device = CityDevice()
    let all: [CityID] = [.moscow, .almaty, .belgrade, .satpayev]
    device.server.list = device.server.list.with(path, value)

    let list = try await device.launch(in: "ru").refreshList()

    #expect(list.problem?.reason.contains(place) == true)
    #expect(list.cities.map(\.id) == all.filter { !lost.contains($0) })
    #expect(list.cities.allSatisfy { $0.population >= 0 })
    #expect(await device.launch(in: "ru").loadList() == list)
  }

  @Test(
    arguments: [
      ("revision", 0, "revision 0"), ("revision", -1, "revision -1"), ("cities", [], "no cities"),
      ("cities", 7, "no cities"), ("cities", [7], "row of cities 0"),
      ("countries", [], "city 524901"),
    ] as [(String, JSONValue, String)])
  func `A list without a city is refused with the reason, and is not stored`(
    _ path: String, _ value: JSONValue, _ place: String
  ) async throws {
    let device = CityDevice()
    let catalog = device.launch(in: "ru")
    let before = await catalog.loadList()
    device.server.list = device.server.list.with(path, value)

    let error = await #expect(throws: CitiesError.self) { try await catalog.refreshList() }

    #expect(error?.unusableBody?.reason.contains(place) == true)
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
