import CitiesTestSupport
import Commerce
import Testing

@testable import Cities

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

  @Test func `The bundled list satisfies the rules of a downloaded one`() {
    #expect(lists.document.problem == nil)
  }

  /// The languages of the list that are not written in Latin letters.
  private static let others: Set<Language> = [
    "ar", "be", "bg", "hy", "ka", "kk", "ky", "mn", "ru", "sr", "tg", "uk",
  ]

  @Test func `A missing name is replaced by that of a language of the country, then English`()
    throws
  {
    for language in lists.document.languages + ["xx"] {
      let list = lists[language]
      #expect(list.cities.count == 999 && list.language == language)
      func canRead(_ name: String) -> Bool {
        Self.others.contains(language)
          || name.unicodeScalars.allSatisfy { $0 < "\u{370}" || $0 > "\u{1E00}" }
      }
      for (row, city) in zip(lists.document.cities, list.cities) {
        let country = try #require(lists.document.countries.first { $0.code == row.country })
        let chain = [language] + country.languages + [.english]
        #expect(city.id == row.id)
        #expect(city.name == chain.compactMap { row.names[$0] }.first(where: canRead))
        #expect(city.country.name == chain.compactMap { country.names[$0] }.first(where: canRead))
      }
    }
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
