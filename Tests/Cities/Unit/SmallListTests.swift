import Commerce
import Networking
import Testing

@testable import Cities

struct SmallListTests {
  @Test func `Lists that differ in one property are different`() {
    let rows = [CityListDocument.CityRow.small(1, ["en": "A"]), .small(2, ["en": "B"])]
    let document = CityListDocument.small(rows)
    let list = document.list(in: "xx")
    let others = [
      CityListDocument.small(rows, revision: 2).list(in: "xx"),
      CityList(document, from: .refreshed, problem: nil, in: "xx"),
      CityList(document, from: .bundle, problem: UnusableBody(reason: ""), in: "xx"),
      document.list(in: "yy"),
      CityListDocument.small(rows, countries: ["AA": ["en": "A", "zz": "A"]]).list(in: "xx"),
      CityListDocument.small([rows[0]]).list(in: "xx"),
    ]

    #expect(document.list(in: "xx") == list)
    for other in others { #expect(other != list) }
  }

  @Test func `Of equally near cities the largest is found, or the one with the lowest id`() throws {
    let rows = [
      CityListDocument.CityRow.small(1, ["en": "A"], population: 5),
      .small(2, ["en": "B"], population: 9), .small(3, ["en": "C"], population: 9),
    ]
    let here = try #require(Coordinates(latitude: 1, longitude: 0))
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      let list = CityListDocument.small(order.map { rows[$0] }).list(in: "en")
      #expect(list.nearest(to: here, withinKilometers: 500)?.id == 2)
    }
  }

  @Test func `A city due north is found up to the radius`() throws {
    let list = CityListDocument.small([.small(1, ["en": "A"])]).list(in: "en")
    let north = try #require(Coordinates(latitude: 1, longitude: 0))

    // The distance is 111.195 km.
    #expect(list.nearest(to: north, withinKilometers: 111.3)?.id == 1)
    #expect(list.nearest(to: north, withinKilometers: 111.1) == nil)
  }

  @Test func `A region is named in the language of the list`() {
    let twin: CityListDocument.Names = ["en": "Twin", "ru": "Близнец"]
    let regions: [String: CityListDocument.Names] = [
      "R": ["de": "Gebiet", "en": "Region", "ru": "Область"]
    ]
    let document = CityListDocument.small(
      [.small(1, twin), .small(2, twin)], regions: regions)

    #expect(document.list(in: "ru").cities.map(\.region) == ["Область", "Область"])
  }

  @Test(arguments: [("lt", "Bakı"), ("sr-Latn", "Bakı"), ("uk", "Баку"), ("ka", "Баку")])
  func `A list in Latin letters prefers names in Latin letters`(
    _ language: Language, _ name: String
  ) {
    let document = CityListDocument(
      revision: 1, regions: [:],
      countries: [.init(code: "AA", names: ["en": "A"], languages: ["ru", "az"])],
      cities: [.small(1, ["en": "Baku", "ru": "Баку", "az": "Bakı"])])

    #expect(document.list(in: language).cities.map(\.name) == [name])
  }

  @Test func `A name without an expected language is that of the first language by its code`() {
    let document = CityListDocument.small([.small(1, ["uk": "Друга", "be": "Першая"])])

    #expect(document.list(in: "ru").cities.map(\.name) == ["Першая"])
  }

  @Test func `Names with equal sort keys are in the order of their letters, then of their ids`() {
    let names = [(4, "Орёл"), (3, "Орел"), (2, "Орёл"), (1, "Орша")]
    let rows = names.map { CityListDocument.CityRow.small($0.0, ["ru": $0.1]) }

    let groups = CityListDocument.small(rows).list(in: "ru").groups
    #expect(groups.flatMap(\.cities).map(\.id) == [3, 2, 4, 1])
  }

  @Test func `Countries with one name are in the order of their codes`() {
    let document = CityListDocument.small(
      [.small(1, ["en": "A"], country: "BB"), .small(2, ["en": "A"], country: "AA")],
      countries: ["BB": ["en": "Same"], "AA": ["en": "Same"]])

    #expect(document.list(in: "en").groups.map(\.id) == ["AA", "BB"])
  }

  @Test func `A text that is longer than the longest name finds nothing`() {
    let list = CityListDocument.small([.small(1, ["en": "Ab"])]).list(in: "en")

    #expect(list.search("ab").map(\.id) == [1])
    #expect(list.search("abx") == [])
  }

  @Test(arguments: ["l11", "l71"])
  func `A name in the language of the list is ranked first among names in up to 63 languages`(
    _ language: Language
  ) {
    // The 63 languages are English, and l10 to l71; l72 is one too many. The largest city is indexed
    // first.
    let codes = (11...72).map { Language(rawValue: "l\($0)") }
    var names = Dictionary(uniqueKeysWithValues: codes.map { ($0, "Other \($0.rawValue)") })
    names["en"] = "Small"
    names[language] = "Foo"
    let document = CityListDocument.small([
      .small(1, names, population: 1), .small(2, ["en": "Large", "l10": "Foo"], population: 2),
    ])

    #expect(document.list(in: language).search("foo").map(\.id) == [1, 2])
  }

  @Test func `A long name is not found by a name that differs from it only in the last letter`() {
    let rows = [
      CityListDocument.CityRow.small(1, ["en": "Abcdefghb"], population: 2),
      .small(2, ["en": "Abcdefgha"]),
    ]
    let list = CityListDocument.small(rows).list(in: "en")

    #expect(list.search("abcdefgha").map(\.id) == [2])
    #expect(list.search("abcdefghb").map(\.id) == [1])
  }

  @Test func `A word counts for the languages of its own name, if two languages share that name`() {
    // The languages before and after English share the name of the larger city.
    let rows = [
      CityListDocument.CityRow.small(
        1, ["aa": "Foo York", "en": "Bar", "zz": "Foo York"], population: 2),
      .small(2, ["aa": "York", "en": "Other"]),
    ]

    #expect(CityListDocument.small(rows).list(in: "en").search("york").map(\.id) == [2, 1])
  }
}

extension CityListDocument {
  /// Returns a list whose countries have these names, and no languages of their own.
  fileprivate static func small(
    _ cities: [CityRow], revision: Int = 1, countries: [String: Names] = ["AA": ["en": "A"]],
    regions: [String: Names] = [:]
  ) -> CityListDocument {
    CityListDocument(
      revision: revision, regions: regions,
      countries: countries.map { CountryRow(code: $0.key, names: $0.value, languages: []) },
      cities: cities)
  }

  fileprivate func list(in language: Language) -> CityList {
    CityList(self, from: .bundle, problem: nil, in: language)
  }
}

extension CityListDocument.CityRow {
  /// Returns a city where the equator meets the prime meridian.
  fileprivate static func small(
    _ id: Int, _ names: CityListDocument.Names, population: Int = 1, country: String = "AA"
  ) -> CityListDocument.CityRow {
    CityListDocument.CityRow(
      id: CityID(rawValue: id), country: country, region: "R", names: names, lat: 0, lon: 0,
      population: population)
  }
}
