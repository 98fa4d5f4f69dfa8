import Networking
import Testing

@testable import Cities

@Suite("A city without a name in the language asked for")
struct FallbackTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  @Test
  func
    `A missing name is replaced by that of the city's first language, then the country's others, then English`()
    throws
  {
    for language in lists.document.languages {
      let list = lists[language]
      for (row, city) in zip(lists.document.cities, list.cities) {
        let country = try #require(lists.document.countries.first { $0.code == row.country })
        let expected =
          if let asked = row.names[language] {
            asked
          } else if let native =
            country.languages.first(where: { row.names[$0] != nil })
          {
            row.names[native]
          } else {
            row.names["en"]
          }
        #expect(city.id == row.id)
        #expect(city.name == expected)
      }
    }
  }

  @Test(arguments: [
    // Serbia has no other language, so the English name is shown.
    (3_190_103, "sr", "Sremska Mitrovica"), (3_191_376, "sr", "Šabac"),
    // Armenia, Georgia and Tajikistan have Russian in addition to their own language.
    (617_026, "hy", "Абовян"), (612_366, "ka", "Поти"), (1_514_883, "tg", "Qayroqqum"),
    // For a language of other countries, the name in the city's own language is shown.
    (616_052, "sl", "Երևան"), (611_717, "vi", "თბილისი"), (1_221_194, "et", "Кӯлоб"),
  ])
  func `Gaps of the data, as they are shown`(id: Int, language: Language, name: String) throws {
    let list = lists[language]

    #expect(list.city(CityID(rawValue: id))?.name == name)
  }
}
