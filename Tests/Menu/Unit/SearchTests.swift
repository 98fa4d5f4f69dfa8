import Testing

@testable import Menu

struct SearchTests {
  @Test(arguments: [
    ("pe", ["pepperoni"]), ("P", ["pair", "pepperoni", "porridge"]), ("  LUNCH ", ["lunch"]),
    ("péppe", ["pepperoni"]), ("pperoni", []), ("", []), ("—", []), ("cola cola", ["cola"]),
    ("pepperoni x", []),
  ])
  func `Words are found by their beginnings, without case and accents, names that begin so first`(
    text: String, ids: [String]
  ) throws {
    let found = try MenuSnapshot.sample().search(text)
    #expect(found.map(\.rawID).sorted() == ids)
  }

  @Test func `A name that begins with the text goes before one with a later word`() throws {
    let menu = try MenuSnapshot.sample("Margherita", "Cheese and cola")
    #expect(menu.search("co").map(\.rawID) == ["cola", "margherita"])
  }

  @Test(arguments: [
    ("kk", "Қазы", ["qazy", "kazy", "каз"]), ("uk-UA", "Галушки", ["halushky", "galushki"]),
    ("en", "Қазы", ["kazy"]),
  ])
  func `A name is found by the Latin spelling of the menu's language, too`(
    language: String, name: String, wishes: [String]
  ) throws {
    let menu = try MenuSnapshot.sample(
      ("Cola", name), (#""language":"en""#, #""language":"\#(language)""#))
    for wish in wishes { #expect(menu.search(wish).first?.rawID == "cola", "\(wish)") }
    #expect(language != "en" || menu.search("qazy").isEmpty)
  }

  @Test(arguments: [
    ("Тёплый ЁЖ", ["еж", "ёж", "тепл", "ezh", "TEPLYY e"]),
    ("Қазы мен сүзбе", ["каз", "Қаз", "kazy", "сузбе", "suzbe", "men kaz"]),
    ("Әжікей, ұннан", ["аж", "әж", "ажик", "azhik", "унн"]),
    ("Чай с йогуртом", ["йог", "yog", "chay"]), ("Шай", ["ш", "s", "sh"]),
    ("Burger", ["бург", "Бургер"]), ("Crème brûlée", ["creme", "brule"]),
    ("Łosoś", ["losos", "Łos", "лосос"]), ("Q\u{306}aymaq", ["qaymaq"]),
    ("Hunter's", ["hunters", "hunter’s"]),
    ("Құймақ № 2", ["куймак 2", "kuymak"]), ("М'ята", ["мята", "myata"]),
    ("Քյուֆթա", ["քյուֆ", "kyufta"]), ("كباب", ["کباب", "كبــاب"]), ("ラーメン", ["ラーメン"]),
  ])
  func `Letters are found by their plain forms, by themselves, and by Latin ones`(
    name: String, wishes: [String]
  ) throws {
    let menu = try MenuSnapshot.sample("Cola", name)
    for wish in wishes { #expect(menu.search(wish).first?.rawID == "cola", "\(wish)") }
  }

  @Test(arguments: [
    ("peperoni", true), ("pepperx", false), ("peppero x", false), ("pepxer", true),
    ("pepx", false), ("пеперони", true), ("spicy peperoni", true), ("spicy pepper", true),
  ])
  func `One letter of five may be wrong, missing, doubled or exchanged with the next one`(
    text: String, isFound: Bool
  ) throws {
    let menu = try MenuSnapshot.sample("Cola", "Spicy Pepperoni")
    #expect(menu.search(text).map(\.rawID).contains("cola") == isFound)
  }

  @Test func `A name with a typing error goes after all others`() throws {
    let menu = try MenuSnapshot.sample("Cola", "Pepperona")
    #expect(menu.search("pepperoni").map(\.rawID) == ["pepperoni", "cola"])
  }

  @Test func `Only the first 200 characters of a text count`() throws {
    let text = String(repeating: " ", count: 199) + "cx"
    #expect(try MenuSnapshot.sample().search(text).map(\.rawID) == ["cola"])
  }

  @Test func `Marks from U+0900 on are letters, and earlier ones are accents`() throws {
    #expect(try MenuSnapshot.sample("Cola", "A\u{8FF}b").search("ab").map(\.rawID) == ["cola"])
    #expect(try MenuSnapshot.sample("Cola", "क\u{900}म").search("कम") == [])
  }
}
