import Commerce
import Testing

@testable import Menu

struct MenuChangesTests {
  let old: MenuSnapshot

  init() throws {
    old = try MenuSnapshot.sample()
  }

  @Test(arguments: [
    (#""price":900"#, #""price":950"#, MenuItem.variant("m-l"), Int64(900), Int64(950)),
    (#""price":150,"max":2"#, #""price":1,"max":2"#, .modifier("bacon"), 150, 1),
    (#""price":580"#, #""price":0"#, .combo("lunch"), 580, 0),
  ])
  func `A new price is told with the one before, of variants, additions and combos`(
    old text: String, new: String, item: MenuItem, before: Int64, after: Int64
  ) throws {
    let changes = try MenuSnapshot.sample(text, new).changes(since: old)

    let kzt = old.currency
    #expect(
      changes.prices == [
        MenuChanges.Price(item: item, old: Money(before, kzt), new: Money(after, kzt))
      ])
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
  }

  @Test
  func `A combo that is priced by its parts from now on has no price of its own any more`() throws {
    let changes = try MenuSnapshot.sample(#""rule":"fixed""#, #""rule":"parts""#)
      .changes(since: old)
    #expect(changes.prices.map(\.item) == [.combo("lunch")])
    #expect(changes.prices.first?.new == nil)
  }

  @Test func `A modifier is told of also when its price has changed for some sizes only`() throws {
    let price = { (size: String) in #""price":150,"overrides":[{"size":"\#(size)","price":9}]"# }
    let small = try MenuSnapshot.sample(#""price":150,"max":2"#, price("s"))
    #expect(small.changes(since: old).prices.map(\.item) == [.modifier("bacon")])
    let large = try MenuSnapshot.sample(#""price":150,"max":2"#, price("l"))
    #expect(large.changes(since: small).prices.map(\.item) == [.modifier("bacon")])
    #expect(small.changes(since: small).isEmpty)
  }

  @Test(arguments: [
    (#""percentOff":15"#, #""percentOff":20"#, [MenuItem.combo("pair")]),
    (
      #""surcharges":{"p-s":60}"#, #""surcharges":{"p-s":70}"#, [.combo("lunch"), .combo("pair")]
    ),
    (
      #""name":"Pair","slots":["main","side"]"#, #""name":"Pair","slots":["main"]"#,
      [.combo("pair")]
    ),
    (#""free":1"#, #""free":2"#, [.modifier("garlic"), .modifier("bbq")]),
    (#""pricing":"average""#, #""pricing":"dearer""#, [.product("margherita")]),
    (#""partners":["pepperoni"]"#, #""partners":[]"#, [.product("margherita")]),
    (#""groups":["toppings"]"#, #""groups":[]"#, [.product("pepperoni")]),
    (#""groups":["toppings","sauces"]"#, #""groups":["toppings"]"#, [.product("margherita")]),
    (#""groups":["dips"]"#, #""groups":[]"#, [.modifier("sticks")]),
    (#"["cheese","bacon","sticks"]"#, #"["cheese"]"#, [.modifier("sticks")]),
    (#""id":"bacon""#, #""needs":["later"],"id":"bacon""#, [.modifier("bacon")]),
    (#""id":"c","price""#, #""id":"c","size":"s","price""#, [.variant("c")]),
  ])
  func `Another rule for the price of some selections is a change of each item that it applies to`(
    old text: String, new: String, items: [MenuItem]
  ) throws {
    let changes = try MenuSnapshot.sample(text, new).changes(since: old)

    #expect(Set(changes.prices.map(\.item)) == Set(items))
    #expect(changes.prices.allSatisfy { $0.old == $0.new })
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
  }

  @Test func `Added and removed products are reported with their variants`() throws {
    let new = try MenuSnapshot.sample(
      #""id":"cola","name":"Cola","variants":[{"id":"c""#,
      #""id":"tea","name":"Tea","variants":[{"id":"t""#)
    let changes = new.changes(since: old)
    #expect(changes.added == [.product("tea"), .variant("t")])
    #expect(changes.removed == [.product("cola"), .variant("c")])
    let back = old.changes(since: new)
    #expect((back.added, back.removed) == (changes.removed, changes.added))
  }

  @Test func `Changes that only add, only remove or only reprice items are not empty`() throws {
    // A product that cannot be read is left out of the menu.
    let smaller = try MenuSnapshot.sample(#""name":"Porridge","#, "")
    let dearer = try MenuSnapshot.sample(#""price":900"#, #""price":950"#)

    #expect(!old.changes(since: smaller).isEmpty)
    #expect(!smaller.changes(since: old).isEmpty)
    #expect(!dearer.changes(since: old).isEmpty)
  }

  @Test func `A name or a picture is no change for a cart`() throws {
    #expect(try MenuSnapshot.sample("Cola", "Kola").changes(since: old).isEmpty)
    #expect(try MenuSnapshot.sample("Cola", "Kola") != old)
  }
}
