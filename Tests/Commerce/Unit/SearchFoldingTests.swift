import Commerce
import Testing

@Suite struct SearchFoldingTests {
  @Test(arguments: [
    ["Γύρος", "ΓΥΡΟΣ", "γυροσ"], ["М'ята", "мʼята", "М’ЯТА"], ["Ёлка", "елка"], ["São", "sao"],
    ["Łódź", "lodz", "ŁÓDŹ"], ["Қазақ", "казак"], ["İzmir", "izmir"], ["straße", "STRASSE"],
    ["New-York", "new york", " – New  York – "], ["Café", "cafe"],
  ])
  func `Texts that a search takes for the same have one folded form`(texts: [String]) {
    #expect(Set(texts.map { plain($0) }).count == 1, "\(texts.map { plain($0) })")
  }

  @Test func `Letters that a search tells apart stay different`() {
    #expect(plain("Йошкар") != plain("Иошкар"))
    #expect(plain("Київ") != plain("Киев"))
    #expect(plain("गुजरात") != plain("गजरत"))
  }

  @Test func `A text has a Latin spelling, which depends on the language`() {
    for (text, spelling, latin) in [
      ("Щука", Transliteration.usual, "shchuka"), ("Нови Сад", Transliteration("sr"), "novi sad"),
      ("Київ", Transliteration("uk"), "kyiv"), ("Müller", Transliteration("de"), "mueller"),
      ("Müller", Transliteration("en"), "muller"), ("Երևան", .usual, "erevan"),
      ("Գյումրի", .usual, "gyumri"), ("Қарағанды", Transliteration("kk"), "qaraghandy"),
      ("Търговище", Transliteration("bg"), "targovishte"), ("Łódź", .usual, "lodz"),
      ("Гомель", Transliteration("be"), "homel"), ("а -- б", .usual, "a b"),
      ("Чернівці", Transliteration("uk"), "chernivtsi"), ("Чачак", Transliteration("sr"), "cacak"),
    ] {
      var folding = SearchFolding(spelling, remembers: true)
      for _ in 1...2 {
        folding.fold(text)
        #expect(String(decoding: folding.latin, as: UTF8.self) == latin)
        #expect(folding.hasLatin == (folding.plain != folding.latin))
      }
    }
  }

  @Test func `The rest of a text beyond a limit is ignored`() {
    var folding = SearchFolding(remembers: false)
    folding.fold("abcdef", limit: 3)
    #expect(folding.plain == Array("abcd".utf8))
  }

  @Test func `A word begins another one in its own letters, or in Latin ones if one word is Latin`()
  {
    for (typed, meant, begins) in [
      ("piz", "Pizza", true), ("izz", "Pizza", false), ("пи", "Пицца", true), ("pi", "Пицца", true),
      // Both are Cyrillic, and ш is no с with another letter.
      ("с", "Шаурма", false), ("s", "Шаурма", true), ("pizzas", "Pizza", false),
    ] {
      #expect(word(typed).begins(word(meant)) == begins, "\(typed) \(meant)")
    }
  }

  @Test func `One letter of five or more may be wrong, missing, too many or exchanged`() {
    for (typed, meant, begins) in [
      ("pizza", "pizza", true), ("pizaz", "pizza", true), ("pzza", "pizza", true),
      ("piizza", "pizza", true), ("pixza", "pizza", true), ("pizz", "pizza", true),
      ("piza", "pizza", true), ("pixy", "pizza", false), ("pxxza", "pizza", false),
      ("marga", "margherita", false), ("marhe", "margherita", true), ("margx", "margherita", false),
      ("mraga", "margherita", false), ("pizzx", "pizza", true), ("cola", "cole", false),
      ("пицаа", "пицца", true), ("pitsaa", "пицца", false),
    ] {
      #expect(word(typed).beginsWithTypo(word(meant)) == begins, "\(typed) \(meant)")
    }
  }

  private func plain(_ text: String) -> String {
    var folding = SearchFolding(remembers: false)
    folding.fold(text)
    return String(decoding: folding.plain, as: UTF8.self)
  }

  private func word(_ text: String) -> SearchFolding.Word {
    var folding = SearchFolding(remembers: false)
    return folding.words(of: text)[0]
  }
}
