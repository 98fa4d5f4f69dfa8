import Testing

@testable import Menu

@Suite("The problems of a configuration")
struct ConfigurationTests {
  @Test func `slots and groups that the menu lacks are unknown, in the order of their ids`() throws
  {
    let order = try MenuSnapshot.sample().at()
    var product = ProductConfiguration("p-s")
    product.modifiers = ["z": [:], "dips": [:], "a": [:]]
    #expect(
      order.problems(in: product).map(\.text) == ["a unknown", "dips not offered", "z unknown"])

    var combo = ComboConfiguration("pair")
    combo.choices = ["main": [ProductConfiguration("p-s")], "z": [], "a": []]
    #expect(order.problems(in: combo).map(\.text) == ["a unknown", "z unknown"])
    #expect(order.menu.price(of: combo) == nil)
  }

  @Test func `the problems of a group's modifiers are in the order of their ids`() throws {
    let order = try MenuSnapshot.sample().at()
    var product = ProductConfiguration("p-s")
    product.modifiers["toppings"] = ["z": 0, "garlic": 0, "cheese": 4, "a": 0]
    #expect(
      order.problems(in: product).map(\.text) == [
        "toppings a unknown", "toppings cheese too many", "toppings garlic not offered",
        "toppings z unknown",
      ])
  }

  @Test(arguments: [
    (#""min":2,"max":2,"minKinds":2"#, ["main too few kinds"], [String]()),
    (#""min":1,"max":2,"maxKinds":1"#, [String](), ["main too many kinds"]),
  ])
  func `a slot counts different variants, not choices`(
    quantity: String, ofEqual: [String], ofDifferent: [String]
  ) throws {
    let order = try MenuSnapshot.sample(#""min":1,"max":1"#, quantity).at()
    let pepperoni = ProductConfiguration("p-s")
    var margherita = ProductConfiguration("m-s")
    margherita.modifiers["sauces"] = ["garlic": 1]
    var combo = ComboConfiguration("pair")

    combo.choices["main"] = [pepperoni, pepperoni]
    #expect(order.problems(in: combo).map(\.text) == ofEqual)
    combo.choices["main"] = [pepperoni, margherita]
    #expect(order.problems(in: combo).map(\.text) == ofDifferent)
  }

  @Test func `a modifier without a maximum can be selected once`() throws {
    let order = try MenuSnapshot.sample().at()
    var product = ProductConfiguration("p-s")
    product.modifiers["toppings"] = ["sticks": 1]
    #expect(order.problems(in: product) == [])
    product.modifiers["toppings"] = ["sticks": 2]
    #expect(order.problems(in: product).map(\.kind) == [.tooMany(maximum: 1)])
  }

  @Test func `a valid combo whose price exceeds the range of a number has a problem`() throws {
    // 31 slots of 100 products with 30 groups of 100 units for 10¹² are more than 2⁶³.
    func ids(_ prefix: String, _ count: Int) -> [String] { (0..<count).map { "\(prefix)\($0)" } }
    var document = try MenuDocument.sample()
    document.modifiers = Rows([
      ModifierRow(id: "gold", name: "", price: 1_000_000_000_000, max: 100, groups: nil)
    ])
    document.groups = Rows(
      ids("g", 30).map {
        GroupRow(id: $0, name: "", modifiers: ["gold"], quantity: nil, free: nil, defaults: nil)
      })
    let variant = VariantRow(id: "v", size: nil, price: 0, grams: nil, nutrition: nil, crust: nil)
    document.products = Rows([
      ProductRow(
        id: "p", name: "", text: nil, image: nil, badges: nil, allergens: nil,
        variants: Rows([variant]), ingredients: nil, groups: ids("g", 30), halves: nil, hours: nil,
        diets: nil, mayContain: nil)
    ])
    document.slots = Rows(
      ids("t", 31).map {
        SlotRow(id: $0, name: "", options: ["v"], quantity: nil, surcharges: nil)
      })
    document.combos = Rows([
      ComboRow(
        id: "k", name: "", badges: nil, slots: ids("t", 31),
        pricing: PricingRow(rule: "fixed", price: 0, percentOff: nil), text: nil, image: nil,
        hours: nil)
    ])
    let order = try MenuSnapshot(document).at()
    var choice = ProductConfiguration("v")
    for id in ids("g", 30) { choice.modifiers[ModifierGroup.ID(rawValue: id)] = ["gold": 100] }
    var combo = ComboConfiguration("k")
    for id in ids("t", 31) {
      combo.choices[ComboSlot.ID(rawValue: id)] = Array(repeating: choice, count: 100)
    }

    #expect(order.problems(in: combo) == [ConfigurationProblem(path: [], kind: .priceless)])
    combo.choices["t0"] = []
    #expect(order.problems(in: combo) == [])
  }
}
