import Testing

@testable import Cities

@Suite("Searching cities")
struct CitySearchTests {
  private let lists: BundledLists

  init() throws { lists = try BundledLists.load() }

  private func search(_ text: String, in language: Language = "ru") -> [String] {
    lists[language].search(text).map(\.name)
  }

  @Test func `Names that begin with the text come before those with a later word that does`() {
    let list = lists["ru"]

    let found = list.search("нов")

    let isPrefix = found.map { $0.name.lowercased().hasPrefix("нов") }
    #expect(isPrefix.contains(true) && isPrefix.contains(false))
    #expect(isPrefix == isPrefix.sorted { $0 && !$1 })
    #expect(found.first?.name == "Новосибирск")
    #expect(search("новгород").first == "Нижний Новгород")
  }

  @Test func `Of equal matches the larger city comes first`() {
    let found = lists["en"].search("al").prefix { $0.name.hasPrefix("Al") }

    #expect(found.count > 3)
    #expect(found.map(\.population) == found.map(\.population).sorted(by: >))
  }

  @Test func `A part inside a word does not count`() {
    #expect(!search("сква").contains("Москва"))
    #expect(!search("горск").contains("Железногорск"))
  }

  @Test(arguments: [
    ("МОСКВА", "Москва"), ("орел", "Орёл"), ("Орёл", "Орёл"), ("щелково", "Щёлково"),
    ("актобе", "Ақтөбе"), ("ақтөбе", "Ақтөбе"), ("lodz", "Łódź"), ("ŁÓDŹ", "Łódź"),
    ("sumqayit", "Sumqayıt"), ("SUMQAYIT", "Sumqayıt"), ("bakı", "Bakı"),
    ("istanbul", "İstanbul"), ("fargona", "Fargʻona"), ("farg'ona", "Fargʻona"),
    ("farg’ona", "Fargʻona"), ("fargʻona", "Fargʻona"), ("kattaqorgon", "Kattaqo‘rg‘on"),
    ("камянське", "Кам'янське"), ("ростов на дону", "Ростов-на-Дону"),
    ("ростов-на-дону", "Ростов-на-Дону"), ("  ростов \u{A0} на  ", "Ростов-на-Дону"),
    ("на дону", "Ростов-на-Дону"), ("san petersburgo", "San Petersburgo"),
    ("timisoara", "Timișoara"), ("timişoara", "Timișoara"), ("MÜNCHEN", "München"),
    ("mu\u{308}nchen", "München"), ("da nang", "Đà Nẵng"), ("đa\u{300} nẵng", "Đà Nẵng"),
    ("кызылорда", "Қызылорда"), ("ҚЫЗЫЛОРДА", "Қызылорда"),
    ("кулоб", "Кӯлоб"), ("кӯлоб", "Кӯлоб"), ("ку\u{304}лоб", "Кӯлоб"),
    ("морон", "Мөрөн"), ("винниця", "Вінниця"), ("львів", "Львів"), ("камʼянське", "Кам'янське"),
    ("ԵՐԵՎԱՆ", "Երևան"), ("ԵՐԵՒԱՆ", "Երևան"), ("երեվան", "Երևան"), ("ԳՅՈՒՄՐԻ", "Գյումրի"),
    ("ابوظبي", "أبوظبي"), ("اماره الشارقه", "إمارة الشارقة"), ("دُبَيّ", "دبي"),
    ("san\u{AD}kt\u{200B} peterburg", "Sankt Petersburg"), ("\u{202B}دبي\u{202C}", "دبي"),
    ("Ка\u{301}лининград", "Калининград"),
  ])
  func `Case, accents, hyphens, apostrophes and letters of neighboring alphabets do not matter`(
    _ text: String, name: String
  ) throws {
    let language = try #require(
      lists.document.languages.first { lists[$0].cities.contains { $0.name == name } })

    #expect(search(text, in: language).contains(name))
  }

  @Test("й is a letter of its own and not и with an accent")
  func shortI() {
    #expect(search("йошкар").first == "Йошкар-Ола")
    #expect(search("и\u{306}ошкар").first == "Йошкар-Ола")
    #expect(!search("иошкар").contains("Йошкар-Ола"))
    #expect(!search("йркутск").contains("Иркутск"))
  }

  @Test func `the Armenian ու is another letter than ո`() {
    #expect(search("գյում", in: "hy").contains("Գյումրի"))
    #expect(!search("գյոմ", in: "hy").contains("Գյումրի"))
  }

  @Test func `marks from U+0900 on are letters, and earlier ones are accents`() {
    #expect(FoldedScalar("\u{8FF}", in: .usual).plain.text == "")
    #expect(FoldedScalar("\u{900}", in: .usual).plain.text == "\u{900}")
  }

  @Test func `a special letter of Latin is its plain letter in a Latin transliteration`() {
    #expect(FoldedScalar("ł", in: .usual).latin.text == "l")
  }

  @Test(arguments: [
    "e\u{300}", "и\u{306}", "\u{3B1}\u{345}", "\u{627}\u{654}", "\u{9C7}\u{9BE}",
    "\u{1100}\u{1161}", "\u{304B}\u{3099}", "\u{306F}\u{309A}",
  ])
  func `a letter and the mark that follows it are composed to one character`(_ text: String) {
    #expect(text.unicodeScalars.count == 2)
    #expect(text.composed.unicodeScalars.count == 1)
  }

  @Test func `Letters typed as they are come before those that sound so`() {
    let found = lists["ru"].search("с")

    let isAsTyped = found.map { $0.name.lowercased().contains(/(^|[ -])с/) }
    #expect(found.first?.name == "Стамбул")
    #expect(isAsTyped == isAsTyped.sorted { $0 && !$1 })
    #expect(found.contains { $0.name == "Шымкент" })
  }

  @Test func `Names in the list's own languages come before those of others`() {
    // Wolgograd is the German name of a city larger than Wolfsburg.
    let (english, german) = (search("wol", in: "en"), search("wol", in: "de"))

    #expect(english.filter { ["Wolfsburg", "Volgograd"].contains($0) }.first == "Wolfsburg")
    #expect(english.contains("Volgograd"))
    #expect(german.first == "Wolgograd")
  }

  @Test func `English and native names are found in a list of any language`() {
    let texts = [
      "almaty", "алматы", "łódź", "lodz", "београд", "belgrade", "yerevan", "երևան",
    ]
    let expected = texts.map { lists["en"].search($0).first?.id }
    #expect(!expected.contains(nil))

    for language in lists.document.languages {
      let list = lists[language]
      #expect(texts.map { list.search($0).first?.id } == expected, "\(language.rawValue)")
    }
  }

  @Test func `only the first 1,000 characters of a text count`() {
    let spaces = String(repeating: " ", count: 998)

    #expect(search(spaces + "моx") == search("мо"))
    #expect(search("м").count > search("мо").count)
  }

  @Test(arguments: [
    "", "   ", "-'’.,", "\u{301}", "\u{306}", "🍕", "\u{0}\u{1B}[", "\u{200E}\u{200F}\u{FEFF}",
    String(repeating: " ", count: 1_000_000), String(repeating: "\u{301}", count: 100_000),
  ])
  func `Text without a letter or digit finds all`(_ text: String) {
    let list = lists["ru"]

    #expect(list.search(text) == list.cities)
  }

  @Test(arguments: [
    String(repeating: "a", count: 10_240), String(repeating: "мо ", count: 3_413), "123",
    "москва\u{0}x", "\u{202E}aksom", String(repeating: "\u{301}a", count: 100_000),
  ])
  func `Text that no name has finds nothing`(_ text: String) {
    #expect(search(text).isEmpty)
  }
}
