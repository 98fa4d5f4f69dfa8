import CitiesTestSupport
import Commerce
import Foundation
import SyncTestSupport
import Testing

@testable import Cities

struct CitySearchTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  private func search(_ text: String, in language: Language = "ru") -> [String] {
    lists[language].search(text).map(\.name)
  }

  @Test(arguments: [
    ("МОСКВА", "Москва"), ("Орёл", "Орёл"), ("щелково", "Щёлково"), ("ақтөбе", "Ақтөбе"),
    ("sumqayit", "Sumqayıt"), ("SUMQAYIT", "Sumqayıt"), ("bakı", "Bakı"),
    ("istanbul", "İstanbul"), ("farg’ona", "Fargʻona"), ("fargʻona", "Fargʻona"),
    ("ростов-на-дону", "Ростов-на-Дону"), ("  ростов \u{A0} на  ", "Ростов-на-Дону"),
    ("timişoara", "Timișoara"), ("mu\u{308}nchen", "München"), ("đa\u{300} nẵng", "Đà Nẵng"),
    ("ҚЫЗЫЛОРДА", "Қызылорда"), ("ку\u{304}лоб", "Кӯлоб"), ("винниця", "Вінниця"),
    ("камʼянське", "Кам'янське"), ("ԵՐԵՎԱՆ", "Երևան"), ("ԵՐԵՒԱՆ", "Երևան"), ("երեվան", "Երևան"),
    ("ابوظبي", "أبوظبي"), ("اماره الشارقه", "إمارة الشارقة"), ("دُبَيّ", "دبي"),
    ("san\u{AD}kt\u{200B} peterburg", "Sankt Petersburg"), ("\u{202B}دبي\u{202C}", "دبي"),
    ("Ка\u{301}лининград", "Калининград"), ("и\u{306}ошкар", "Йошкар-Ола"),
  ])
  func `Case, accents, hyphens, apostrophes and letters of neighboring alphabets do not matter`(
    _ text: String, name: String
  ) throws {
    let language = try #require(
      lists.document.languages.first { lists[$0].cities.contains { $0.name == name } })

    #expect(search(text, in: language).contains(name))
  }

  @Test func `The Armenian ու is another letter than ո`() {
    #expect(search("գյում", in: "hy").contains("Գյումրի"))
    #expect(!search("գյոմ", in: "hy").contains("Գյումրի"))
  }

  @Test func `Marks from U+0900 on are letters, and earlier ones are accents`() {
    #expect(FoldedScalar("\u{8FF}", in: .usual).plain.text == "")
    #expect(FoldedScalar("\u{900}", in: .usual).plain.text == "\u{900}")
  }

  @Test(arguments: [
    "e\u{300}", "и\u{306}", "\u{3B1}\u{345}", "\u{627}\u{654}", "\u{9C7}\u{9BE}",
    "\u{1100}\u{1161}", "\u{304B}\u{3099}", "\u{306F}\u{309A}",
  ])
  func `A letter and the mark that follows it are composed to one character`(_ text: String) {
    #expect(text.unicodeScalars.count == 2)
    #expect(text.composed.unicodeScalars.count == 1)
  }

  /// Returns the names that a text finds in a list of cities with one name each, the larger first.
  private func search(_ text: String, among names: String...) -> [String] {
    let document = CityListDocument(
      revision: 1, regions: ["AA.1": ["en": "North Land"]],
      countries: [
        .init(code: "AA", names: ["en": "Aland"], otherNames: ["Old Land"], languages: ["en"])
      ],
      cities: names.enumerated().map { index, name in
        .init(
          id: CityID(rawValue: index), country: "AA", region: "AA.1", names: ["en": name],
          otherNames: index == 0 ? ["Lutetia"] : nil, lat: 0, lon: 0, population: 100 - index)
      })
    return CityList(document, from: .bundle, problem: nil, in: "en").search(text).map(\.name)
  }

  @Test(arguments: [
    ("masco", true), ("mscow", true), ("mooscow", true), ("mosocw", true), ("omscow", true),
    ("moscoww", true), ("moscov", true), ("mosxo", true), ("moxo", false), ("mosca", false),
    ("mosox", false), ("msocvw", false), ("moscwo", true), ("новгород", false),
  ])
  func `One letter of five may be wrong, missing, doubled or exchanged with the next one`(
    _ text: String, isFound: Bool
  ) {
    #expect(search(text, among: "Paris", "Moscow") == (isFound ? ["Moscow"] : []))
  }

  @Test func `Of a name with five letters one may be missing, and of a shorter one none`() {
    #expect(search("pris", among: "Paris") == ["Paris"])
    #expect(search("pris", among: "Paris", "Parisian") == ["Paris"])
    #expect(search("oms", among: "Omsk") == ["Omsk"])
    #expect(search("osk", among: "Omsk") == [])
    #expect(search("omks", among: "Omsk") == [])
    #expect(search("omskk", among: "Omsk") == ["Omsk"])
  }

  @Test func `A wrong last letter is accepted in a whole name only`() {
    #expect(search("parix", among: "Paris", "Parisian") == ["Paris"])
  }

  @Test func `A whole name precedes the beginning of a larger city, and that a typing error`() {
    let names = search("paris", among: "Parisian", "Peris", "Paris", "New Paris")
    #expect(names == ["Paris", "Parisian", "New Paris"])
    #expect(search("pari", among: "Apari", "Paris") == ["Paris", "Apari"])
    #expect(search("parisi", among: "Parxsi", "Parisian") == ["Parisian", "Parxsi"])
  }

  @Test func `Another name is as good as a name in another language`() {
    #expect(search("lutetia", among: "Paris", "Lutetia Nova") == ["Paris", "Lutetia Nova"])
    #expect(search("lutet", among: "Paris", "Lutetia Nova") == ["Lutetia Nova", "Paris"])
  }

  @Test(arguments: [
    "paris aland", "Paris, AA", "old land paris", "paris north", "paris land", "paris NL",
  ])
  func `A city is found together with its country or region, in either order`(_ text: String) {
    #expect(search(text, among: "Parisian", "Paris") == ["Paris", "Parisian"])
    #expect(search(text, among: "Rome") == [])
  }

  @Test func `Another keyboard layout is considered only if nothing else is found`() {
    #expect(search("зфкшы", among: "Paris") == ["Paris"])
    #expect(search("kjyljy", among: "Лондон") == ["Лондон"])
    #expect(search("kjyljy", among: "Лондон", "Kjyljy") == ["Kjyljy"])
    #expect(search("ЗФКШЫ фдфтв", among: "Paris", "Rome") == ["Paris"])
    #expect(search("{f,fhjdcr", among: "Хабаровск") == ["Хабаровск"])
    #expect(search(",fre", among: "Freiburg", "Баку") == ["Баку", "Freiburg"])
    #expect(search("fre", among: "Freiburg", "Баку") == ["Freiburg"])
    #expect(search("'paris", among: "Parisian", "Pariz") == ["Parisian", "Pariz"])
    #expect(search("'kbcnf", among: "Элиста") == search("\"kbcnf", among: "Элиста"))
  }

  @Test func `A word for a kind of place may be a part of a name`() {
    #expect(search("rio gr", among: "Rio de Janeiro", "Rio Grande") == ["Rio Grande"])
    #expect(search("greater n", among: "Nairobi", "Greater Noida") == ["Greater Noida"])
    #expect(search("paris gr", among: "Paris Grove", "Paris") == ["Paris", "Paris Grove"])
    #expect(search("rio gr", among: "Rio de Janeiro") == ["Rio de Janeiro"])
    #expect(search("г нома", among: "Гномад", "Номада") == ["Гномад", "Номада"])
  }

  @Test func `The words of a name may be abbreviated if nothing else is found`() {
    #expect(search("n. yo. c.", among: "New York City", "Newton") == [])
    #expect(search("new yo ci", among: "New York City", "Yonew City") == ["New York City"])
    #expect(search("york new", among: "New York") == [])
    #expect(search("oma ha", among: "Oma Hill", "Omaha") == ["Omaha"])
  }

  @Test func `Two errors are considered only if nothing else is found`() {
    #expect(search("зфкшя", among: "Paris") == ["Paris"])
    #expect(search("зфкшя", among: "Paris", "Зфкшят") == ["Зфкшят"])
    #expect(search("prais aland", among: "Paris", "Rome") == ["Paris"])
    #expect(search("praix aland", among: "Paris") == [])
  }

  @Test func `A name that only sounds like the text follows the names that begin with it`() {
    #expect(search("хар", among: "Khar", "Харків") == ["Харків", "Khar"])
    #expect(search("рим", among: "Rim") == ["Rim"])
  }

  @Test(arguments: ["شارقة", "الشارقة", "الشارقه"])
  func `An Arabic name is found with its article and without it`(_ text: String) {
    #expect(search(text, among: "الشارقة") == ["الشارقة"])
    #expect(search(text, among: "شارقة") == ["شارقة"])
  }

  @Test func `Text without letters finds all cities, and text that no name has finds none`() {
    let list = lists["ru"]

    for text in [
      "", "  ", "-'’.,", "\u{301}", "\u{306}", "🍕", "\u{0}\u{1B}[", "\u{200E}\u{200F}\u{FEFF}",
      String(repeating: " ", count: 10_000), String(repeating: "\u{301}", count: 10_000),
    ] { #expect(list.search(text) == list.cities, "\(text.debugDescription)") }
    for text in [
      String(repeating: "м", count: 10_000), String(repeating: "мо ", count: 3_413), "123",
      "москва\u{0}xyz", "\u{202E}aksom", String(repeating: "\u{301}a", count: 10_000), "сква",
    ] { #expect(!list.search(text).contains { $0.id == .moscow }, "\(text.debugDescription)") }
  }

  @Test func `Only the first 1,000 characters of a text count`() {
    let spaces = String(repeating: " ", count: 998)

    #expect(search(spaces + "моx") == search("мо"))
    #expect(search("м").count > search("мо").count)
  }

  @Test(arguments: ["en", "ru", "hy", "kk"])
  func `The search finds the results of a linear search in the same order`(_ language: Language) {
    let (list, oracle) = (lists[language], SearchOracle(lists.document, in: language))
    var random = SplitMix64(seed: 7)

    for text in ["нов", "с", "wol", "al"] + (0..<4).map({ _ in text(&random) }) {
      #expect(list.search(text).map(\.id) == oracle.search(text), "\(text.debugDescription)")
    }
  }

  @Test func `A city is found by each of its names`() {
    let list = lists["en"]

    for city in lists.document.cities where city.id.rawValue % 5 == 0 {
      for name in city.names.values {
        #expect(list.search(name).contains { $0.id == city.id }, "\(name)")
      }
    }
  }

  @Test func `The order of a search does not depend on that of the rows`() {
    var random = SplitMix64(seed: 11)
    let rows = lists.document.cities.map { city in
      // Many cities have equal populations, so that only their ids differ.
      CityListDocument.CityRow(
        id: city.id, country: city.country, region: city.region, names: city.names,
        lat: city.lat, lon: city.lon, population: city.population / 1_000_000)
    }
    let (list, other) = (self.list(of: rows), self.list(of: rows.shuffled(using: &random)))

    for text in ["а", "м", "b", "san", "нов", "d"] {
      #expect(list.search(text).map(\.id) == other.search(text).map(\.id))
      #expect(list.search(text) == list.search(text))
    }
    #expect(list.groups.map { $0.cities.map(\.id) } == other.groups.map { $0.cities.map(\.id) })
  }

  /// Returns a list in Russian of these cities, in the countries of the bundled list.
  private func list(of cities: [CityListDocument.CityRow]) -> CityList {
    let document = CityListDocument(
      revision: 1, regions: lists.document.regions, countries: lists.document.countries,
      cities: cities)
    return CityList(document, from: .bundle, problem: nil, in: "ru")
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
    case 2: text = SearchOracle.forms(of: text, in: language).latin
    case 3: text = " \(text) - "
    case 4: text = text.replacingOccurrences(of: " ", with: "-")
    case 5: text += String(UnicodeScalar(UInt8.random(in: 97...122, using: &random)))
    default: break
    }
    return text
  }
}
