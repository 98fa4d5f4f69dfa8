import Networking
import Testing

@testable import Cities

struct ListBeginningTests {
  private func city(_ id: Int, _ country: String, _ names: [Language: String])
    -> CityListDocument.CityRow
  {
    .init(
      id: CityID(rawValue: id), country: country, region: "\(country).\(id % 7)", names: names,
      lat: 1, lon: 2, population: 1_000)
  }

  /// A list of two countries in which some names repeat, either in one language or in all.
  private var document: CityListDocument {
    let cities = (0..<200).map { id in
      city(
        id, id < 150 ? "AA" : "BB",
        ["en": "City \(id % 60)", "ru": "Город \(id % 90)", "kk": "\(id)"])
    }
    let regions = Dictionary(
      uniqueKeysWithValues: ["AA", "BB"].flatMap { country in
        (0..<7).map { ("\(country).\($0)", [Language.english: "Region \($0)"]) }
      })
    return CityListDocument(
      revision: 3, regions: regions,
      countries: ["AA", "BB"].map {
        .init(code: $0, names: ["en": "Country \($0)", "ru": "Страна"], languages: ["ru"])
      }, cities: cities)
  }

  @Test(arguments: ["en", "ru", "kk", "xx"])
  func `The beginning shows the rows of the list in every language`(_ language: Language) {
    let whole = CityList(document, from: .bundle, problem: nil, in: language).cities.prefix(20)
    let beginning = CityList(document.beginning, from: .bundle, problem: nil, in: language)

    #expect(Array(beginning.cities.prefix(20)) == Array(whole))
    #expect(beginning.cities.count < 150)
    #expect(language != "en" || whole.allSatisfy { $0.region != nil })
  }

  @Test func `The beginning of a short list is the whole list`() {
    let short = CityListDocument(
      revision: 1, regions: [:], countries: document.countries, cities: [city(1, "AA", ["en": "A"])]
    )
    #expect(short.beginning.cities == short.cities)
  }
}
