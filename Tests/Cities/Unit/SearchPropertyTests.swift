import Foundation
import Networking
import SyncTestSupport
import Testing

@testable import Cities

@Suite("Search, whatever is typed")
struct SearchPropertyTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  @Test(arguments: ["en", "ru", "hy", "uk"])
  func `The search finds the results of a linear search in the same order`(_ language: Language) {
    let (list, oracle) = (lists[language], SearchOracle(lists.document, in: language))
    var random = SplitMix64(seed: 7)

    for _ in 0..<30 {
      let text = text(&random)
      #expect(list.search(text).map(\.id) == oracle.search(text), "\(text.debugDescription)")
    }
  }

  @Test
  func
    `Every city is found by each of its names, by the spelling in Latin letters, and alone at that`()
  {
    let list = lists["en"]

    for city in lists.document.cities {
      for (language, name) in city.names {
        #expect(list.search(name).contains { $0.id == city.id }, "\(name)")
        let latin = SearchOracle.latin(name, in: language)
        #expect(list.search(latin).contains { $0.id == city.id }, "\(name): \(latin)")
      }
    }
  }

  @Test func `Every city is found by each beginning of each word of each name`() {
    let list = lists["ru"]
    var searched: [String: Set<CityID>] = [:]

    for city in lists.document.cities where city.id.rawValue % 7 == 0 {
      for (language, name) in city.names {
        for form in [name, SearchOracle.latin(name, in: language)] {
          for word in form.split(whereSeparator: { " -".contains($0) }) {
            for end in word.indices {
              let text = String(word[...end])
              let found = searched[text] ?? Set(list.search(text).map(\.id))
              searched[text] = found
              #expect(found.contains(city.id), "\(text) of \(name)")
            }
          }
        }
      }
    }
    #expect(searched.count > 1000)
  }

  @Test func `The order does not depend on that of the rows, and is the same each time`() {
    var random = SplitMix64(seed: 11)
    let shuffled = CityListDocument(
      revision: lists.document.revision, regions: lists.document.regions,
      countries: lists.document.countries,
      cities: lists.document.cities.map { city in
        // Many cities have equal populations, so that only their ids differ.
        CityListDocument.CityRow(
          id: city.id, country: city.country, region: city.region, names: city.names,
          lat: city.lat, lon: city.lon, population: city.population / 1_000_000)
      })
    let list = CityList(shuffled, from: .bundle, problem: nil, in: "ru")
    let other = CityList(
      CityListDocument(
        revision: lists.document.revision, regions: lists.document.regions,
        countries: lists.document.countries,
        cities: shuffled.cities.shuffled(using: &random)),
      from: .bundle, problem: nil, in: "ru")

    for text in ["а", "м", "b", "san", "нов", "d"] {
      #expect(list.search(text).map(\.id) == other.search(text).map(\.id))
      #expect(list.search(text) == list.search(text))
    }
    #expect(list.groups.map { $0.cities.map(\.id) } == other.groups.map { $0.cities.map(\.id) })
  }

  @Test
  func `One index serves every language: a list read with it is the list read with its own`() {
    let russian = lists["ru"]

    let shared = CityList(
      lists.document, from: .bundle, problem: nil, in: "en", index: russian.index)

    #expect(shared == lists["en"])
    #expect(shared.search("kaz").map(\.name).first == "Kazan")
  }

  /// Returns a part of a real name in an unusual form, sometimes with a typing error.
  private func text(_ random: inout SplitMix64) -> String {
    let city = lists.document.cities[Int.random(in: lists.document.cities.indices, using: &random)]
    let names = city.names.sorted { $0.key.rawValue < $1.key.rawValue }
    let (language, name) = names[Int.random(in: names.indices, using: &random)]
    let words = name.split(separator: " ")
    let from = words[Int.random(in: words.indices, using: &random)...].joined(separator: " ")
    var text = String(from.prefix(Int.random(in: 1...max(1, from.count), using: &random)))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: text = text.uppercased()
    case 1: text = text.decomposedStringWithCanonicalMapping
    case 2: text = SearchOracle.latin(text, in: language)
    case 3: text = " \(text) - "
    case 4: text = text.replacingOccurrences(of: " ", with: "-")
    case 5: text += String(UnicodeScalar(UInt8.random(in: 97...122, using: &random)))
    default: break
    }
    return text
  }
}
