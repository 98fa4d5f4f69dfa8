import Foundation
import MenuTestSupport
import Networking
import Pricing
import Testing

@testable import Menu

@Suite("What does not fit together is left out and told, and the rest works")
struct BadMenuTests {
  /// A replacement in the text of the sample menu, and the problems that it causes.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let rule, old, new: String
    let told: [String]
    let testDescription: String

    init(
      _ rule: String, _ old: String, _ new: String, _ told: String...,
      and consequences: [String] = []
    ) {
      (self.rule, self.old, self.new, self.told) = (rule, old, new, told + consequences)
      testDescription = rule
    }
  }

  /// The problems of a menu whose group of sauces is left out.
  private static let withoutSauces = [
    "products/margherita: there is no sauces", "products/pepperoni/halves: there is no margherita",
    "slots/main: there is no m-s", "categories/pizza: there is no product margherita",
  ]
  /// The problems of a menu whose product cola is left out.
  private static let withoutCola = [
    "slots/side: there is no c", "slots/side: nothing is left in it",
    "categories/rest: there is no product cola",
  ]
  /// The problems of a menu whose slot for the main course is left out.
  private static let withoutMain = [
    "combos/lunch: there is no main", "combos/pair: there is no main",
    "categories/rest: there is no combo lunch", "categories/rest: there is no combo pair",
  ]

  static let flaws: [Flaw] = [
    Flaw(
      "A variant with a negative price", #""price":900"#, #""price":-1"#,
      "products/margherita/variants/m-l: out of range: price -1"),
    Flaw(
      "A variant with a price beyond reason", #""price":900"#, #""price":9000000000000"#,
      "products/margherita/variants/m-l: out of range: price 9000000000000"),
    Flaw(
      "A variant with a price that no integer holds", #""price":900"#,
      #""price":99999999999999999999"#,
      "products/margherita/variants/1: cannot be read"),
    Flaw(
      "A variant with a fraction for a price", #""price":900"#, #""price":9.5"#,
      "products/margherita/variants/1: cannot be read"),
    Flaw(
      "A variant without a price", #""crust":"thin","price":900"#, #""crust":"thin""#,
      "products/margherita/variants/1: has no price"),
    Flaw(
      "A variant of an unknown size", #""id":"m-l","size":"l""#, #""id":"m-l","size":"xl""#,
      "products/margherita/variants/m-l: there is no xl"),
    Flaw(
      "A variant with an unknown crust", #""crust":"thin","price":900"#,
      #""crust":"deep","price":900"#, "products/margherita/variants/m-l: there is no deep"),
    Flaw(
      "A variant with a word for a price", #""price":900"#, #""price":"much""#,
      "products/margherita/variants/1: cannot be read at price"),
    Flaw(
      "A variant with a negative weight", #""grams":330"#, #""grams":-1"#,
      "products/cola/variants/c: out of range: weight", "products/cola: nothing is left in it",
      and: withoutCola),
    Flaw(
      "A variant that weighs more than 100 kg", #""grams":330"#, #""grams":100001"#,
      "products/cola/variants/c: out of range: weight", "products/cola: nothing is left in it",
      and: withoutCola),
    Flaw(
      "A variant that another product has", #""id":"p-l""#, #""id":"m-l""#,
      "products/pepperoni/variants/m-l: there already is one"),
    Flaw(
      "A product twice", #""id":"cola","name""#, #""id":"pepperoni","name""#,
      "products/pepperoni: there already is one", and: withoutCola),
    Flaw(
      "A product with an unknown group", #""groups":["toppings"]"#, #""groups":["nothing"]"#,
      "products/pepperoni: there is no nothing",
      "products/margherita/halves: there is no pepperoni", "slots/main: there is no p-s",
      "categories/pizza: there is no product pepperoni"),
    Flaw(
      "A product with an unknown ingredient", #""ingredients":["onion","olives"]"#,
      #""ingredients":["onion","gold"]"#, "products/margherita: there is no gold",
      "products/pepperoni/halves: there is no margherita", "slots/main: there is no m-s",
      "categories/pizza: there is no product margherita"),
    Flaw(
      "A product that has no name", #""name":"Cola","#, "", "products/2: has no name",
      and: withoutCola),
    Flaw(
      "A group that demands more than it allows", #""min":1,"max":3"#, #""min":4,"max":3"#,
      "groups/sauces: at least 4 and at most 3", and: withoutSauces),
    Flaw(
      "A group that demands more kinds than units", #""min":1,"max":3"#, #""max":3,"minKinds":4"#,
      "groups/sauces: at least 4 and at most 3", and: withoutSauces),
    Flaw(
      "A group with a negative minimum", #""min":1,"max":3"#, #""min":-1,"max":3"#,
      "groups/sauces: out of range: -1 to 3", and: withoutSauces),
    Flaw(
      "A group with a maximum above 100", #""min":1,"max":3"#, #""min":1,"max":101"#,
      "groups/sauces: out of range: 1 to 101", and: withoutSauces),
    Flaw(
      "A group with fewer than no free units", #""free":1"#, #""free":-1"#,
      "groups/sauces: out of range: -1 free", and: withoutSauces),
    Flaw(
      "A group with more than 100 free units", #""free":1"#, #""free":101"#,
      "groups/sauces: out of range: 101 free", and: withoutSauces),
    Flaw(
      "A group without modifiers", #""modifiers":["garlic"]"#, #""modifiers":[]"#,
      "groups/dips: nothing is left in it", "modifiers/sticks: there is no dips"),
    Flaw(
      "A group that demands more than it offers", #""min":1,"max":3"#, #""min":5,"max":9"#,
      "groups/sauces: demands more than it offers", and: withoutSauces),
    Flaw(
      "Defaults that are not offered", #""defaults":{"garlic":1}"#, #""defaults":{"bacon":1}"#,
      "groups/sauces/defaults: out of range: more or other than is offered"),
    Flaw(
      "Defaults of no units", #""defaults":{"garlic":1}"#, #""defaults":{"garlic":0}"#,
      "groups/sauces/defaults: out of range: more or other than is offered"),
    Flaw(
      "Defaults above the maximum of a modifier", #""defaults":{"garlic":1}"#,
      #""defaults":{"garlic":3}"#,
      "groups/sauces/defaults: out of range: more or other than is offered"),
    Flaw(
      "Defaults above the maximum of the group", #""defaults":{"garlic":1}"#,
      #""defaults":{"garlic":2,"bbq":2}"#,
      "groups/sauces/defaults: out of range: more or other than is offered"),
    Flaw(
      "Defaults of more kinds than the group allows", #""max":3},"free":1,"defaults":{"garlic":1}"#,
      #""max":3,"maxKinds":1},"free":1,"defaults":{"garlic":1,"bbq":1}"#,
      "groups/sauces/defaults: out of range: more or other than is offered"),
    Flaw(
      "A modifier with a maximum of 0", #""price":150,"max":2"#, #""price":150,"max":0"#,
      "modifiers/bacon: out of range: at most 0", "groups/toppings: there is no bacon"),
    Flaw(
      "A modifier with a maximum above 100", #""price":150,"max":2"#, #""price":150,"max":101"#,
      "modifiers/bacon: out of range: at most 101", "groups/toppings: there is no bacon"),
    Flaw(
      "A modifier twice, with a nested group that is not there", #""groups":["dips"]},"#,
      #""groups":["x"]},{"id":"sticks","name":"","price":1},"#,
      "modifiers/sticks: there already is one", "modifiers/sticks: there is no x"),
    Flaw(
      "A modifier that contains its own group", #""groups":["dips"]}"#,
      #""groups":["dips","toppings"]}"#, "modifiers/sticks/toppings: leads back to itself"),
    Flaw(
      "A modifier of a nested group that contains this group", #""price":30,"max":2"#,
      #""price":30,"max":2,"groups":["dips"]"#, "modifiers/garlic/dips: leads back to itself"),
    Flaw(
      "A modifier that demands another", #""max":1}}],"#, #""min":1,"max":1}}],"#,
      "modifiers/sticks: out of range: dips demands a choice"),
    Flaw(
      "A price for a group or a size that is not there", #""price":150,"max":2"#,
      #""price":150,"overrides":[{"group":"x","price":1},{"size":"y","price":1},{"price":2}]"#,
      "modifiers/bacon: there is no x", "modifiers/bacon: there is no y"),
    Flaw(
      "A modifier with a negative price to a size", #""price":150,"max":2"#,
      #""price":150,"overrides":[{"size":"s","price":-1}]"#,
      "modifiers/bacon: out of range: price -1", "groups/toppings: there is no bacon"),
    Flaw(
      "A modifier that is priced for something in no words", #""price":150,"max":2"#,
      #""price":150,"overrides":[{"size":"s"}]"#,
      "modifiers/1: has no price", "groups/toppings: there is no bacon"),
    Flaw(
      "A slot with an unknown option", #""options":["m-s","p-s"]"#,
      #""options":["m-s","p-s","gone","m-s"]"#, "slots/main: there is no gone",
      "slots/main/m-s: there already is one"),
    Flaw(
      "An empty slot that has to be filled", #""options":["m-s","p-s"]"#, #""options":[]"#,
      "slots/main: nothing is left in it", and: withoutMain),
    Flaw(
      "A slot that demands more kinds than it offers", #""min":1,"max":1"#,
      #""min":1,"max":3,"minKinds":3"#, "slots/main: demands more than it offers",
      and: withoutMain),
    Flaw(
      "A slot that demands a choice of no kinds", #""min":1,"max":1"#,
      #""min":1,"max":1,"maxKinds":0"#, "slots/main: demands more than it offers",
      and: withoutMain),
    Flaw(
      "An empty slot that need not be filled", #""options":["c"]"#, #""options":[]"#,
      "slots/side: nothing is left in it"),
    Flaw(
      "A negative surcharge", #"{"p-s":60}"#, #"{"p-s":-60}"#,
      "slots/main/p-s: out of range: price -60"),
    Flaw(
      "Two negative surcharges", #"{"p-s":60}"#, #"{"p-s":-60,"m-s":-1}"#,
      "slots/main/m-s: out of range: price -1", "slots/main/p-s: out of range: price -60",
      "slots/main: nothing is left in it", and: withoutMain),
    Flaw(
      "A combo without slots", #""name":"Lunch","slots":["main","side"]"#,
      #""name":"Lunch","slots":[]"#, "combos/lunch: nothing is left in it",
      "categories/rest: there is no combo lunch"),
    Flaw(
      "A combo without a price", #""fixed","price":580"#, #""fixed""#,
      "combos/lunch: out of range: price -1", "categories/rest: there is no combo lunch"),
    Flaw(
      "A combo with more than everything off", #""percentOff":15"#, #""percentOff":101"#,
      "combos/pair: out of range: 101 percent off", "categories/rest: there is no combo pair"),
    Flaw(
      "A combo with a negative percentage off", #""percentOff":15"#, #""percentOff":-1"#,
      "combos/pair: out of range: -1 percent off", "categories/rest: there is no combo pair"),
    Flaw(
      "Hours of a day with 2,000 minutes", #""closes":660"#, #""closes":2000"#,
      "products/porridge/hours: out of range: 420 to 2000 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "A weekday that no week has", #""days":[1,2,3,4,5]"#, #""days":[0]"#,
      "products/porridge/hours: out of range: 420 to 660 on [0]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "A day that no year has", #""closes":660"#, #""closes":660,"from":"2027-02-29""#,
      "products/porridge/hours: out of range: 420 to 660 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "Hours without days", #""days":[1,2,3,4,5]"#, #""days":[]"#,
      "products/porridge/hours: out of range: 420 to 660 on []",
      "categories/rest: there is no product porridge"),
    Flaw(
      "An eighth weekday", #""days":[1,2,3,4,5]"#, #""days":[8]"#,
      "products/porridge/hours: out of range: 420 to 660 on [8]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "Hours that begin before the day", #""opens":420"#, #""opens":-1"#,
      "products/porridge/hours: out of range: -1 to 660 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "Hours that begin after the day", #""opens":420"#, #""opens":1440"#,
      "products/porridge/hours: out of range: 1440 to 660 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "Hours that end before the day", #""closes":660"#, #""closes":-1"#,
      "products/porridge/hours: out of range: 420 to -1 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "Hours that end a minute after the day", #""closes":660"#,
      #""closes":1441"#,
      "products/porridge/hours: out of range: 420 to 1441 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "A last day that no year has", #""closes":660"#,
      #""closes":660,"until":"2027-02-29""#,
      "products/porridge/hours: out of range: 420 to 660 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "A last day before the first", #""closes":660"#,
      #""closes":660,"from":"2027-06-02","until":"2027-06-01""#,
      "products/porridge/hours: out of range: 420 to 660 on [1, 2, 3, 4, 5]",
      "categories/rest: there is no product porridge"),
    Flaw(
      "A category without items", #"{"id":"pizza","name":"Pizza","items":["#,
      #"{"id":"none","name":"None","items":[]},{"id":"pizza","name":"Pizza","items":["#,
      "categories/none: nothing is left in it"),
    Flaw(
      "An item twice in a category", #"{"kind":"combo","id":"pair"}"#,
      #"{"kind":"combo","id":"lunch"}"#, "categories/rest/lunch: there already is one"),
    Flaw(
      "A variant in a category", #"{"kind":"combo","id":"pair"}"#,
      #"{"kind":"variant","id":"m-s"}"#, "categories/rest: there is no variant m-s"),
    Flaw(
      "Two items of a category that cannot be read", #"{"kind":"combo","id":"pair"}"#,
      #"{"kind":"combo"},{"id":"pair"}"#, "categories/rest/items/1: has no id",
      "categories/rest/items/2: has no kind"),
    Flaw(
      "A category with a kind of thing that nobody knows", #"{"kind":"combo","id":"pair"}"#,
      #"{"kind":"lottery","id":"pair"}"#, "categories/rest: there is no lottery pair"),
  ]

  @Test(arguments: flaws)
  func `Left out and told`(_ flaw: Flaw) throws {
    let menu = try MenuSnapshot.sample(flaw.old, flaw.new)

    #expect(menu.problems.map(\.description) == flaw.told)
    // Every reference resolves, and every remaining item has an availability.
    let order = try menu.at()
    for item in menu.categories.flatMap(\.items) {
      switch item {
      case .product(let id): #expect(menu.products[id] != nil)
      case .combo(let id): #expect(menu.combos[id] != nil)
      default: Issue.record("\(item) in a category")
      }
      _ = order.unavailability(of: item)
    }
    for product in menu.products.values {
      #expect(product.variants.allSatisfy { menu.variants[$0]?.product == product.id })
      #expect(product.groups.allSatisfy { menu.groups[$0] != nil })
      #expect(product.ingredients.allSatisfy { menu.ingredients[$0] != nil })
      #expect(product.halves.allSatisfy { menu.products[$0] != nil })
    }
    for combo in menu.combos.values {
      #expect(!combo.slots.isEmpty)
      for slot in combo.slots { #expect(menu.slots[slot]?.options.isEmpty == false) }
    }
    for slot in menu.slots.values { #expect(Set(slot.options).count == slot.options.count) }
    for group in menu.groups.values {
      #expect(group.modifiers.allSatisfy { menu.modifiers[$0] != nil })
    }
  }

  @Test(arguments: [
    (#""price":150,"max":2"#, #""price":150,"max":100"#), (#""free":1"#, #""free":100"#),
    (#""min":1,"max":3"#, #""min":1,"max":100"#), (#""grams":330"#, #""grams":0"#),
    (#""grams":330"#, #""grams":100000"#), (#""percentOff":15"#, #""percentOff":0"#),
    (#""percentOff":15"#, #""percentOff":100"#),
    (#""opens":420,"closes":660"#, #""opens":0,"closes":0"#),
    (#""opens":420,"closes":660"#, #""opens":1439,"closes":1440"#),
    (#""closes":660"#, #""closes":660,"from":"2027-06-01","until":"2027-06-01""#),
    (#""min":1,"max":1"#, #""min":2,"max":2,"minKinds":2"#),
    (#""min":1,"max":1"#, #""min":1,"max":1,"maxKinds":1"#),
    (#""min":1,"max":1"#, #""max":1,"maxKinds":0"#),
    (#""defaults":{"garlic":1}"#, #""defaults":{"garlic":2,"bbq":1}"#),
    (#""max":3},"free":1"#, #""max":3,"maxKinds":1},"free":1"#),
    // Two modifiers offer the same group.
    (#""price":150,"max":2"#, #""price":150,"max":2,"groups":["dips"]"#),
  ])
  func `a menu at the limits of its rules has no problems`(old: String, new: String) throws {
    #expect(try MenuSnapshot.sample(old, new).problems == [])
  }

  @Test(arguments: [
    "kilojoules\":180", "kilocalories\":43", "proteins\":0", "fats\":0", "carbohydrates\":106",
  ])
  func `A variant with more of a nutrient than there can be in food is left out`(_ field: String)
    throws
  {
    let name = field.prefix { $0 != "\"" }
    for value in [-1, 10_001] {
      let menu = try MenuSnapshot.sample(field, "\(name)\":\(value)")
      #expect(
        menu.problems.first?.description == "products/cola/variants/c: out of range: nutrition")
    }
    #expect(try MenuSnapshot.sample(field, "\(name)\":10000").problems.isEmpty)
  }

  @Test
  func `An option whose surcharge is no price is not offered, rather than offered without it`()
    throws
  {
    let menu = try MenuSnapshot.sample(#"{"p-s":60}"#, #"{"p-s":-60}"#)
    #expect(menu.slots["main"]?.options == ["m-s"])
    #expect(menu.surcharge(of: "p-s", in: "main") == nil)
  }

  @Test func `a group that a product lists twice is offered and charged once`() throws {
    let menu = try MenuSnapshot.sample(
      #""groups":["toppings","sauces"]"#, #""groups":["toppings","sauces","toppings"]"#)
    var configuration = ProductConfiguration("m-s")
    configuration.modifiers["toppings"] = ["cheese": 1]

    #expect(menu.products["margherita"]?.groups == ["toppings", "sauces"])
    #expect(menu.price(of: configuration)?.minorUnits == 600)
    #expect(
      menu.problems.map(\.description) == ["products/margherita/toppings: there already is one"])
  }

  @Test func `a modifier does not offer a group that demands a choice`() throws {
    let menu = try MenuSnapshot.sample(#""max":1}}],"#, #""min":1,"max":1}}],"#)
    #expect(menu.modifiers["sticks"]?.groups == [])
  }

  @Test func `a link that would close a cycle is removed, and reported once`() throws {
    func modifier(_ id: String, _ groups: [String]) -> ModifierRow {
      ModifierRow(id: id, name: "", price: 1, max: 1, groups: groups)
    }
    func group(_ id: String, _ modifiers: [String]) -> GroupRow {
      GroupRow(id: id, name: "", modifiers: modifiers, quantity: nil, free: nil, defaults: nil)
    }
    var document = try MenuDocument.sample()
    document.modifiers = Rows(
      document.modifiers.rows + [modifier("down", ["inner"]), modifier("back", ["outer"])])
    // The search finds the link of `back` in the inner group, and again in the outer one.
    document.groups = Rows(
      document.groups.rows + [group("outer", ["down", "back"]), group("inner", ["back"])])
    let menu = try MenuSnapshot(document)

    #expect(menu.problems.map(\.description) == ["modifiers/back/outer: leads back to itself"])
    #expect(menu.modifiers["down"]?.groups == ["inner"])
    #expect(menu.modifiers["back"]?.groups == [])
  }

  @Test
  func `Modifiers that lead back over many groups, or are nested without end, are cut once`() throws
  {
    let count = 20_000
    let modifiers = (0..<count).map { index in
      ModifierRow(
        id: "x\(index)", name: "", price: 1, max: 1, groups: ["y\((index + 1) % count)"])
    }
    let groups = (0..<count).map { index in
      GroupRow(
        id: "y\(index)", name: "", modifiers: ["x\(index)"], quantity: nil, free: nil,
        defaults: nil)
    }
    var document = RandomMenu(seed: 1).document
    document.modifiers = Rows(document.modifiers.rows + modifiers)
    document.groups = Rows(document.groups.rows + groups)
    let menu = try MenuSnapshot(document)

    let cuts = menu.problems.filter { $0.kind == .cycle }
    #expect(cuts.map(\.place) == ["modifiers/x\(count - 1)/y0"])
  }

  @Test(arguments: [
    (#""price":"#, #""price":-"#, "no products; modifiers/cheese: out of range: price -100"),
    (#""currency":"KZT""#, #""currency":"tenge""#, "\"tenge\" is no currency"),
  ])
  func `A menu of which nothing could be shown is refused`(old: String, new: String, reason: String)
    throws
  {
    let error = #expect(throws: UnusableBody.self) { try MenuSnapshot.sample(old, new) }
    #expect(error?.reason == reason)
  }
}
