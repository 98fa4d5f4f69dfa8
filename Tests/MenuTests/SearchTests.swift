import Testing

@testable import Menu

@Suite("Searching a menu")
struct SearchTests {
  @Test(
    "Words are found by their beginnings, without case and accents, names that begin so first",
    arguments: [
      ("pe", ["pepperoni"]), ("P", ["pair", "pepperoni", "porridge"]), ("  LUNCH ", ["lunch"]),
      ("péppe", ["pepperoni"]), ("epperoni", []), ("", []), ("—", []), ("cola cola", ["cola"]),
      ("pepperoni x", []),
    ])
  func found(text: String, ids: [String]) throws {
    let found = try MenuSnapshot.sample().search(text)
    #expect(found.map(\.rawID).sorted() == ids)
  }

  @Test("A name that begins with the text goes before one with a later word")
  func order() throws {
    let menu = try MenuSnapshot.sample("Margherita", "Cheese and cola")
    #expect(menu.search("co").map(\.rawID) == ["cola", "margherita"])
  }

  @Test("Ё is found as е, in any case")
  func cyrillic() throws {
    #expect(try MenuSnapshot.sample("Cola", "Тёплый ЁЖ").search("еж").map(\.rawID) == ["cola"])
  }
}
