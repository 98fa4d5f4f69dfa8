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
    ("Burger", ["бург", "Бургер"]), ("Q\u{306}aymaq", ["qaymaq"]),
    ("Құймақ № 2", ["куймак 2", "kuymak"]), ("كباب", ["کباب", "كبــاب"]), ("ラーメン", ["ラーメン"]),
  ])
  func `Letters are found by their plain forms, by themselves, and by Latin ones`(
    name: String, wishes: [String]
  ) throws {
    let menu = try MenuSnapshot.sample("Cola", name)
    for wish in wishes { #expect(menu.search(wish).first?.rawID == "cola", "\(wish)") }
  }

  @Test func `A name with a typing error goes after all others`() throws {
    let menu = try MenuSnapshot.sample("Cola", "Pepperona")
    #expect(menu.search("pepperoni").map(\.rawID) == ["pepperoni", "cola"])
    let spicy = try MenuSnapshot.sample("Cola", "Spicy Pepperoni")
    for (text, isFound) in [("spicy peperoni", true), ("peppero x", false)] {
      #expect(spicy.search(text).map(\.rawID).contains("cola") == isFound)
    }
  }

  @Test func `Only the first 200 characters of a text count`() throws {
    let text = String(repeating: " ", count: 199) + "cx"
    #expect(try MenuSnapshot.sample().search(text).map(\.rawID) == ["cola"])
  }
}
