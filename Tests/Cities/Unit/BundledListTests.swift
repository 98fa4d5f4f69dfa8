import CitiesTestSupport
import Networking
import Testing

@testable import Cities

@Suite("The list that the app is shipped with")
struct BundledListTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  @Test func `The bundled list has 999 cities in 25 countries, each with its own id`() {
    #expect(lists.document.cities.count == 999)
    #expect(Set(lists.document.cities.map(\.id)).count == 999)
    #expect(Set(lists.document.cities.map(\.country)).count == 25)
    #expect(lists.document.countries.count == 25)
    #expect(lists.document.languages.count == 24)
  }

  @Test func `The separate beginning equals that of the list`() throws {
    #expect(try BundledList.shipped.beginning() == lists.document.beginning)
  }

  @Test func `The bundled list satisfies the rules of a downloaded one`() throws {
    try lists.document.validate()
  }

  @Test func `Every language shows every city and country under a name`() {
    for language in lists.document.languages {
      let list = lists[language]
      #expect(list.cities.count == 999)
      #expect(list.language == language)
      for city in list.cities {
        #expect(PlaceName.isValid(city.name))
        // A code or a number instead of a name means that no name was found.
        #expect(city.country.name != city.country.code)
        #expect(city.name != "\(city.id.rawValue)")
      }
    }
  }

  @Test(arguments: [
    ("ru", "Москва", "Алматы", "Белград"), ("kk", "Мәскеу", "Алматы", "Белград"),
    ("en", "Moscow", "Almaty", "Belgrade"),
  ])
  func `Known cities have their names`(
    language: String, moscow: String, almaty: String, belgrade: String
  ) {
    let list = lists[Language(rawValue: language)]

    #expect(list.city(.moscow)?.name == moscow)
    #expect(list.city(.almaty)?.name == almaty)
    #expect(list.city(.belgrade)?.name == belgrade)
  }

  @Test
  func `A city without a name in the list's language has the one of its country's language`() {
    let tajik = lists["tg"]
    let kulob = CityID(rawValue: 1_221_194)

    #expect(tajik.city(kulob)?.name == "Кӯлоб")
    #expect(tajik.city(.moscow)?.name == "Москва")
    #expect(tajik.city(.belgrade)?.name == "Београд")
    #expect(lists["sl"].city(kulob)?.name == "Кӯлоб")
  }

  @Test func `A language that the data does not have shows each country in its own`() {
    let list = lists["xx"]

    #expect(list.city(.moscow)?.name == "Москва")
    #expect(list.city(.moscow)?.country.name == "Россия")
    #expect(list.city(.belgrade)?.name == "Београд")
  }

  /// Rows that share name and region with another row in the source, GeoNames.
  private static let alike: Set<CityID> = Set(
    [501_215, 501_231, 464_625, 831_165].map(CityID.init(rawValue:)))

  @Test func `A region is shown where a name repeats in its country, and there only`() {
    for language in lists.document.languages {
      let list = lists[language]
      let repeated = Dictionary(grouping: list.cities) { "\($0.country.code) \($0.name)" }
        .filter { $0.value.count > 1 }.values.flatMap { $0 }

      #expect(Set(list.cities.filter { $0.region != nil }) == Set(repeated))
      let distinct = repeated.filter { !Self.alike.contains($0.id) }
      #expect(distinct.count == Set(distinct.map { "\($0.name), \($0.region ?? "")" }).count)
      #expect(distinct.count >= 2)
    }
  }

  @Test func `Cities come by country and then by size`() {
    let cities = lists["en"].cities

    for (city, next) in zip(cities, cities.dropFirst()) where city.country == next.country {
      #expect(city.population >= next.population)
    }
    let countries = cities.map(\.country.code)
    let changes = zip(countries, countries.dropFirst()).count { $0 != $1 }
    #expect(changes == 24)
  }
}
