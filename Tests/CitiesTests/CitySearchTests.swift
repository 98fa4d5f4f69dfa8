import Testing

@testable import Cities

@Suite("Searching cities")
struct CitySearchTests {
  private let document: CityListDocument

  init() throws { document = try BundledList.load() }

  private func list(in language: Language) -> CityList {
    CityList(document, from: .bundle, problem: nil, in: language)
  }

  private func search(_ text: String, in language: Language = "ru") -> [String] {
    list(in: language).search(text).map(\.name)
  }

  @Test("Names that begin with the text come before those with a later word that does")
  func prefixFirst() {
    let list = list(in: "ru")

    let found = list.search("нов")

    let isPrefix = found.map { $0.searchKeys.contains { $0.hasPrefix("нов") } }
    #expect(isPrefix.contains(true) && isPrefix.contains(false))
    #expect(isPrefix == isPrefix.sorted { $0 && !$1 })
    #expect(found.first?.name == "Новосибирск")
    #expect(search("новгород").first == "Нижний Новгород")
  }

  @Test("Of equal matches the larger city comes first")
  func population() {
    let found = list(in: "en").search("a").prefix { $0.searchKeys.contains { $0.hasPrefix("a") } }

    #expect(found.count > 10)
    #expect(found.map(\.population) == found.map(\.population).sorted(by: >))
  }

  @Test("A part inside a word does not count")
  func insideWord() {
    #expect(!search("сква").contains("Москва"))
    #expect(!search("горск").contains("Железногорск"))
  }

  @Test(
    "Case, accents, hyphens, apostrophes and letters of neighbouring alphabets do not matter",
    arguments: [
      ("МОСКВА", "Москва"), ("орел", "Орёл"), ("Орёл", "Орёл"), ("щелково", "Щёлково"),
      ("актобе", "Ақтөбе"), ("ақтөбе", "Ақтөбе"), ("lodz", "Łódź"), ("ŁÓDŹ", "Łódź"),
      ("sumqayit", "Sumqayıt"), ("SUMQAYIT", "Sumqayıt"), ("bakı", "Bakı"),
      ("istanbul", "İstanbul"), ("fargona", "Fargʻona"), ("farg'ona", "Fargʻona"),
      ("farg’ona", "Fargʻona"), ("fargʻona", "Fargʻona"), ("kattaqorgon", "Kattaqo‘rg‘on"),
      ("камянське", "Кам'янське"), ("ростов на дону", "Ростов-на-Дону"),
      ("ростов-на-дону", "Ростов-на-Дону"), ("  ростов \u{A0} на  ", "Ростов-на-Дону"),
      ("на дону", "Ростов-на-Дону"), ("san petersburgo", "San Petersburgo"),
      ("timisoara", "Timișoara"), ("Ка\u{301}лининград", "Калининград"),
    ])
  func folding(_ text: String, name: String) throws {
    let language = try #require(
      document.languages.first { list(in: $0).cities.contains { $0.name == name } })

    #expect(search(text, in: language).contains(name))
  }

  @Test("й is a letter of its own and not и with an accent")
  func shortI() {
    #expect(search("йошкар").first == "Йошкар-Ола")
    #expect(search("и\u{306}ошкар").first == "Йошкар-Ола")
    #expect(!search("иошкар").contains("Йошкар-Ола"))
    #expect(!search("йркутск").contains("Иркутск"))
  }

  @Test("English and native names are found in a list of any language")
  func otherNames() {
    let texts = [
      "almaty", "алматы", "łódź", "lodz", "београд", "belgrade", "yerevan", "երևան",
    ]
    let expected = texts.map { list(in: "en").search($0).first?.id }
    #expect(!expected.contains(nil))

    for language in document.languages {
      let list = list(in: language)
      #expect(texts.map { list.search($0).first?.id } == expected, "\(language.rawValue)")
    }
  }

  @Test(
    "Text without a letter or digit finds all",
    arguments: ["", "   ", "-'’.,", "\u{301}", "\u{306}", "🍕"])
  func empty(_ text: String) {
    let list = list(in: "ru")

    #expect(list.search(text) == list.cities)
  }

  @Test(
    "Text that no name has finds nothing",
    arguments: [
      String(repeating: "a", count: 10_240), String(repeating: "мо ", count: 3_413), "123",
      "москва\u{0}x",
    ])
  func nothing(_ text: String) {
    #expect(search(text).isEmpty)
  }
}
