import Commerce
import Networking
import Testing

@testable import Menu

struct BadMenuTests {
  /// A replacement in the text of the sample menu, and the problems that it causes.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let old, new: String
    let told: [String]
    var testDescription: String { "\(old) is \(new)" }

    init(_ old: String, _ new: String, _ told: String..., and consequences: [String] = []) {
      (self.old, self.new, self.told) = (old, new, told + consequences)
    }
  }

  /// Returns flaws whose first problems begin with one text, and which have the same consequences.
  private static func flaws(
    at place: String, _ rows: [(String, String, told: String)], and consequences: [String] = []
  ) -> [Flaw] {
    rows.map { Flaw($0, $1, place + $2, and: consequences) }
  }

  private static let variants =
    flaws(
      at: "products/margherita/variants/",
      [
        (#""price":900"#, #""price":-1"#, "m-l: out of range: price -1"),
        (#""price":900"#, #""price":9000000000000"#, "m-l: out of range: price 9000000000000"),
        (#""price":900"#, #""price":9.5"#, "1: cannot be read"),
        (#""price":900"#, #""price":"much""#, "1: cannot be read at price"),
        (#""crust":"thin","price":900"#, #""crust":"thin""#, "1: has no price"),
        (#""crust":"thin","price":900"#, #""crust":"deep","price":900"#, "m-l: there is no deep"),
        (#""id":"m-l","size":"l""#, #""id":"m-l","size":"xl""#, "m-l: there is no xl"),
      ])
    + flaws(
      at: "products/cola/variants/c: out of range: weight",
      [(#""grams":330"#, #""grams":-1"#, ""), (#""grams":330"#, #""grams":100001"#, "")],
      and: ["products/cola: nothing is left in it"] + withoutCola)

  private static let products = [
    Flaw(
      #""id":"p-l""#, #""id":"m-l""#, "products/pepperoni/variants/m-l: there already is one"),
    Flaw(
      #""id":"cola","name""#, #""id":"pepperoni","name""#,
      "products/pepperoni: there already is one", and: withoutCola),
    Flaw(#""name":"Cola","#, "", "products/2: has no name", and: withoutCola),
    Flaw(
      #""groups":["toppings"]"#, #""groups":["nothing"]"#,
      "products/pepperoni: there is no nothing",
      "products/margherita/halves: there is no pepperoni", "slots/main: there is no p-s",
      "categories/pizza: there is no product pepperoni"),
    Flaw(
      #""ingredients":["onion","olives"]"#, #""ingredients":["onion","gold"]"#,
      "products/margherita: there is no gold", and: withoutMargherita),
  ]

  private static let groups =
    flaws(
      at: "groups/sauces: ",
      [
        (#""min":1,"max":3"#, #""min":4,"max":3"#, "at least 4 and at most 3"),
        (#""min":1,"max":3"#, #""max":3,"minKinds":4"#, "at least 4 and at most 3"),
        (#""min":1,"max":3"#, #""min":-1,"max":3"#, "out of range: -1 to 3"),
        (#""min":1,"max":3"#, #""min":101,"max":200"#, "out of range: 101 to 100"),
        (#""min":1,"max":3"#, #""min":5,"max":9"#, "demands more than it offers"),
        (#""free":1"#, #""free":-1"#, "out of range: -1 free"),
      ], and: ["products/margherita: there is no sauces"] + withoutMargherita)
    + flaws(
      at: "groups/sauces/defaults: out of range: more or other than is offered",
      [
        (#""defaults":{"garlic":1}"#, #""defaults":{"bacon":1}"#, ""),
        (#""defaults":{"garlic":1}"#, #""defaults":{"garlic":0}"#, ""),
        (#""defaults":{"garlic":1}"#, #""defaults":{"garlic":3}"#, ""),
        (#""defaults":{"garlic":1}"#, #""defaults":{"garlic":2,"bbq":2}"#, ""),
        (
          #""max":3},"free":1,"defaults":{"garlic":1}"#,
          #""max":3,"maxKinds":1},"free":1,"defaults":{"garlic":1,"bbq":1}"#, ""
        ),
      ]) + [
      Flaw(
        #""modifiers":["garlic"]"#, #""modifiers":[]"#, "groups/dips: nothing is left in it"),
      Flaw(
        #""modifiers":["garlic"],"quantity":{"max":1}"#,
        #""modifiers":[],"quantity":{"min":1,"max":1}"#, "groups/dips: nothing is left in it",
        "modifiers/sticks: there is no dips", "groups/toppings: there is no sticks"),
    ]

  /// Flaws of groups and products that have prices by position, amounts, offers or happy hours.
  private static let concepts =
    flaws(
      at: "groups/sauces: out of range: ",
      [
        (#""free":1"#, #""tiers":[{"units":0,"price":1},{"price":1}]"#, "tiers"),
        (#""free":1"#, #""tiers":[{"price":1},{"price":1}]"#, "tiers"),
        (#""free":1"#, #""tiers":[{"units":2,"price":0}]"#, "tiers"),
        (#""free":1"#, #""tiers":[{"price":-1}]"#, "price -1"),
        (#""free":1"#, #""amounts":[{"id":"x","name":"","units":0}]"#, "portions or amounts"),
        (#""free":1"#, #""amounts":[{"id":"x","name":"","units":101}]"#, "portions or amounts"),
        (
          #""free":1"#,
          #""amounts":[{"id":"x","name":"","units":1},{"id":"x","name":"","units":2}]"#,
          "portions or amounts"
        ),
      ], and: ["products/margherita: there is no sauces"] + withoutMargherita)
    + offers + happyHours

  private static let offers: [Flaw] = [
    (#""group":"toppings","quantity":{"min":5}"#, "at least 5 and at most 4"),
    (#""group":"sauces","quantity":{"max":0}"#, "at least 1 and at most 0"),
    (#""group":"sauces","free":-1"#, "out of range: -1 free"),
    (#""group":"sauces","quantity":{"min":5,"max":9}"#, "demands more than it offers"),
  ].map { offer, told in
    let groups = #""groups":["toppings","sauces"]"#
    let changed = #"\#(groups),"offers":[{\#(offer)}]"#
    return Flaw(groups, changed, "products/margherita: \(told)", and: withoutMargherita)
  }

  private static let happyHours: [Flaw] = [
    (#""price":1,"hours":[]"#, ": nothing is left in it"),
    (#""price":-1,"hours":[{"days":[1],"opens":0,"closes":9}]"#, ": out of range: price -1"),
    (
      #""price":1,"hours":[{"days":[0],"opens":0,"closes":9}]"#,
      "/hours: out of range: 0 to 9 on [0]"
    ),
  ].map { price, told in
    let changed = #""price":900,"prices":[{\#(price)}]"#
    return Flaw(#""price":900"#, changed, "products/margherita/variants/m-l\(told)")
  }

  private static let modifiers =
    flaws(
      at: "modifiers/",
      [
        (#""price":150,"max":2"#, #""price":150,"max":0"#, "bacon: out of range: at most 0"),
        (
          #""price":150,"max":2"#, #""price":150,"overrides":[{"size":"s","price":-1}]"#,
          "bacon: out of range: price -1"
        ),
        (#""price":150,"max":2"#, #""price":150,"overrides":[{"size":"s"}]"#, "1: has no price"),
      ], and: ["groups/toppings: there is no bacon"])
    + flaws(
      at: "modifiers/",
      [
        // It contains its own group.
        (
          #""groups":["dips"]}"#, #""groups":["dips","toppings"]}"#,
          "sticks/toppings: leads back to itself"
        )
      ], and: ["groups/toppings: there is no sticks"]) + [
      // A modifier of a nested group contains this group.
      Flaw(
        #""price":30,"max":2"#, #""price":30,"max":2,"groups":["dips"]"#,
        "modifiers/garlic/dips: leads back to itself", "groups/dips: there is no garlic",
        "groups/dips: nothing is left in it", "groups/sauces: there is no garlic",
        "groups/sauces/defaults: out of range: more or other than is offered"),
      Flaw(
        #""groups":["dips"]},"#, #""groups":["x"]},{"id":"sticks","name":"","price":1},"#,
        "modifiers/sticks: there already is one", "modifiers/sticks: there is no x",
        "groups/toppings: there is no sticks"),
      Flaw(
        #""price":150,"max":2"#,
        #""price":150,"overrides":[{"group":"x","price":1},{"size":"y","price":1},{"price":2}]"#,
        "modifiers/bacon: there is no x", "modifiers/bacon: there is no y"),
    ]

  private static let slots =
    flaws(
      at: "slots/main: ",
      [
        (
          #""options":["m-s","p-s"],"surcharges":{"p-s":60}"#, #""options":[]"#,
          "nothing is left in it"
        ),
        (#""min":1,"max":1"#, #""min":1,"max":3,"minKinds":3"#, "demands more than it offers"),
        (#""min":1,"max":1"#, #""min":1,"max":1,"maxKinds":0"#, "demands more than it offers"),
      ], and: withoutMain) + [
      Flaw(
        #""options":["m-s","p-s"]"#, #""options":["m-s","p-s","gone","m-s"]"#,
        "slots/main: there is no gone", "slots/main/m-s: there already is one"),
      Flaw(#""options":["c"]"#, #""options":[]"#, "slots/side: nothing is left in it"),
      // The surcharge of another variant, and one of a product: nothing costs more.
      Flaw(
        #"{"p-s":60}"#, #"{"p-s":60,"p-l":60,"pepperoni":60}"#, "slots/main: there is no p-l",
        "slots/main: there is no pepperoni"),
      Flaw(#"{"p-s":60}"#, #"{"p-s":-60}"#, "slots/main/p-s: out of range: price -60"),
      Flaw(
        #"{"p-s":60}"#, #"{"p-s":-60,"m-s":-1}"#, "slots/main/m-s: out of range: price -1",
        "slots/main/p-s: out of range: price -60", "slots/main: nothing is left in it",
        and: withoutMain),
    ]

  private static let combos =
    flaws(
      at: "combos/lunch: ",
      [
        (
          #""name":"Lunch","slots":["main","side"]"#, #""name":"Lunch","slots":[]"#,
          "nothing is left in it"
        ), (#""fixed","price":580"#, #""fixed""#, "out of range: price -1"),
      ], and: ["categories/rest: there is no combo lunch"])
    + flaws(
      at: "combos/pair: out of range: ",
      [
        (#""percentOff":15"#, #""percentOff":101"#, "101 percent off"),
        (#""percentOff":15"#, #""percentOff":-1"#, "-1 percent off"),
      ], and: ["categories/rest: there is no combo pair"])

  private static let hours = flaws(
    at: "products/porridge/hours: out of range: ",
    [
      (#""closes":660"#, #""closes":1441"#, "420 to 1441 on [1, 2, 3, 4, 5]"),
      (#""closes":660"#, #""closes":-1"#, "420 to -1 on [1, 2, 3, 4, 5]"),
      (#""opens":420"#, #""opens":-1"#, "-1 to 660 on [1, 2, 3, 4, 5]"),
      (#""opens":420"#, #""opens":1440"#, "1440 to 660 on [1, 2, 3, 4, 5]"),
      (#""days":[1,2,3,4,5]"#, #""days":[0]"#, "420 to 660 on [0]"),
      (#""days":[1,2,3,4,5]"#, #""days":[8]"#, "420 to 660 on [8]"),
      (#""days":[1,2,3,4,5]"#, #""days":[]"#, "420 to 660 on []"),
      // Days that no year has, and a last day before the first one.
      (#""closes":660"#, #""closes":660,"from":"2027-02-29""#, "420 to 660 on [1, 2, 3, 4, 5]"),
      (#""closes":660"#, #""closes":660,"until":"2027-02-29""#, "420 to 660 on [1, 2, 3, 4, 5]"),
      (
        #""closes":660"#, #""closes":660,"from":"2027-06-02","until":"2027-06-01""#,
        "420 to 660 on [1, 2, 3, 4, 5]"
      ),
    ], and: ["categories/rest: there is no product porridge"])

  private static let categories =
    [
      Flaw(
        #"{"id":"pizza","name":"Pizza","items":["#,
        #"{"id":"none","name":"None","items":[]},{"id":"pizza","name":"Pizza","items":["#,
        "categories/none: nothing is left in it"),
      Flaw(
        #"{"kind":"combo","id":"pair"}"#, #"{"kind":"combo"},{"id":"pair"}"#,
        "categories/rest/items/1: has no id", "categories/rest/items/2: has no kind"),
    ]
    + flaws(
      at: "categories/rest",
      [
        (#""combo","id":"pair"}"#, #""combo","id":"lunch"}"#, "/lunch: there already is one"),
        (#""combo","id":"pair"}"#, #""variant","id":"m-s"}"#, ": there is no variant m-s"),
        (#""combo","id":"pair"}"#, #""lottery","id":"pair"}"#, ": there is no lottery pair"),
      ])

  private static let withoutMargherita = [
    "products/pepperoni/halves: there is no margherita", "slots/main: there is no m-s",
    "categories/pizza: there is no product margherita",
  ]
  private static let withoutCola = [
    "slots/side: there is no c", "slots/side: nothing is left in it",
    "categories/rest: there is no product cola",
  ]
  private static let withoutMain = [
    "combos/lunch: there is no main", "combos/pair: there is no main",
    "categories/rest: there is no combo lunch", "categories/rest: there is no combo pair",
  ]

  @Test(
    arguments: variants + products + groups + concepts + modifiers + slots + combos + hours
      + categories)
  func `A part that does not fit is left out and told, and the rest works`(_ flaw: Flaw) throws {
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
    (#""price":150,"max":2"#, #""price":150,"max":999"#), (#""free":1"#, #""free":999"#),
    (#""min":1,"max":3"#, #""min":1,"max":999,"maxKinds":999"#), (#""grams":330"#, #""grams":0"#),
    (#""grams":330"#, #""grams":100000"#), (#""percentOff":15"#, #""percentOff":0"#),
    (#""percentOff":15"#, #""percentOff":100"#),
    (#""opens":420,"closes":660"#, #""opens":0,"closes":0"#),
    (#""opens":420,"closes":660"#, #""opens":1439,"closes":1440"#),
    (#""closes":660"#, #""closes":660,"from":"2027-06-01","until":"2027-06-01""#),
    // The first and the last day of many calendars stand for no limit.
    (#""closes":660"#, #""closes":660,"from":"0001-01-01","until":"9999-12-31""#),
    (#""closes":660"#, #""closes":660,"from":"1900-01-01""#),
    (#""min":1,"max":1"#, #""min":2,"max":2,"minKinds":2"#),
    (#""min":1,"max":1"#, #""min":1,"max":1,"maxKinds":1"#),
    (#""min":1,"max":1"#, #""max":1,"maxKinds":0"#),
    (#""defaults":{"garlic":1}"#, #""defaults":{"garlic":2,"bbq":1}"#),
    (#""max":3},"free":1"#, #""max":3,"maxKinds":1},"free":1"#),
    // Two modifiers offer the same group.
    (#""price":150,"max":2"#, #""price":150,"max":2,"groups":["dips"]"#),
  ])
  func `A menu at the limits of its rules has no problems`(old: String, new: String) throws {
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

  @Test func `A group that a product lists twice is offered and charged once`() throws {
    let menu = try MenuSnapshot.sample(
      #""groups":["toppings","sauces"]"#, #""groups":["toppings","sauces","toppings"]"#)
    var configuration = ProductConfiguration("m-s")
    configuration.modifiers["toppings"] = ["cheese": 1]

    #expect(menu.products["margherita"]?.groups == ["toppings", "sauces"])
    #expect(menu.price(of: configuration)?.minorUnits == 600)
    #expect(
      menu.problems.map(\.description) == ["products/margherita/toppings: there already is one"])
  }

  @Test(arguments: [(8, true), (9, false)])
  func `A modifier has at most eight levels of groups below it`(levels: Int, isOffered: Bool) throws
  {
    for isReversed in [false, true] {
      let chain = Self.chain(of: levels, isReversed: isReversed)
      let menu = try MenuSnapshot.sample(chain.modifiers, chain.groups)
      #expect((menu.modifiers["x0"] != nil) == isOffered)
      #expect(menu.modifiers["x1"] != nil)
      #expect(menu.problems.isEmpty == isOffered)
    }
  }

  @Test(arguments: [true, false])
  func `Modifiers in a long chain or cycle of groups are left out, and the rest is sold`(
    isCycle: Bool
  ) throws {
    let chain = Self.chain(of: 2_000, isCycle: isCycle)
    let menu = try MenuSnapshot.sample(chain.modifiers, chain.groups)
    #expect(menu.modifiers["x0"] == nil)
    #expect(try menu.at().unavailability(of: .product("pepperoni")) == nil)
  }

  private typealias Replacement = (old: String, new: String)

  /// Returns replacements that add modifiers x0, x1 and so on, each with a group of the next one.
  private static func chain(
    of levels: Int, isReversed: Bool = false, isCycle: Bool = false
  ) -> (modifiers: Replacement, groups: Replacement) {
    let numbers = isReversed ? (0...levels).reversed() : Array(0...levels)
    let modifiers = numbers.map { number in
      let groups = number < levels ? #"["y\#(number + 1)"]"# : isCycle ? #"["y1"]"# : "[]"
      return #"{"id":"x\#(number)","name":"","price":1,"groups":\#(groups)},"#
    }
    let groups = numbers.filter { $0 > 0 }
      .map { #"{"id":"y\#($0)","name":"","modifiers":["x\#($0)"],"quantity":{"min":1}},"# }
    return (
      (#"{"id":"cheese""#, modifiers.joined() + #"{"id":"cheese""#),
      (#"{"id":"toppings""#, groups.joined() + #"{"id":"toppings""#)
    )
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
