import Foundation
import MenuTestSupport
import Pricing
import SyncTestSupport
import Testing

@testable import Menu

@Suite("Prices")
struct PriceTests {
  @Test(arguments: [
    ("dearer", 601), ("average", 551), ("sumOfHalves", 551),
  ])
  func `Halves cost what their rule says`(rule: String, price: Int64) throws {
    let menu = try MenuSnapshot.sample(#""pricing":"average""#, #""pricing":"\#(rule)""#)
    var configuration = ProductConfiguration("m-s")
    configuration.secondHalf = ProductConfiguration.Half("p-s")

    #expect(menu.price(of: configuration)?.minorUnits == price)
  }

  @Test(arguments: ["[]", #"["gone","gone too"]"#])
  func `A product without any possible second half has no price with one`(partners: String) throws {
    let order = try MenuSnapshot.sample(#""partners":["pepperoni"]"#, #""partners":\#(partners)"#)
      .at()
    var configuration = try #require(order.start(with: Variant.ID(rawValue: "m-s")))
    configuration.secondHalf = ProductConfiguration.Half("p-s")

    #expect(order.menu.products["margherita"]?.halves == [])
    #expect(order.menu.price(of: configuration) == nil)
    #expect(order.menu.ordered(configuration) == nil)
    #expect(order.problems(in: configuration).map(\.text) == ["half p-s not offered"])
  }

  @Test func `Halves that are rounded each may cost a unit more than their mean`() throws {
    let odd = { (rule: String) in
      let text = SampleMenu.text().replacing(#""price":500"#, with: #""price":501"#)
        .replacing(#""pricing":"average""#, with: #""pricing":"\#(rule)""#)
      return try MenuSnapshot(json: Data(text.utf8))
    }
    var configuration = ProductConfiguration("m-s")
    configuration.secondHalf = ProductConfiguration.Half("p-s")

    #expect(try odd("average").price(of: configuration)?.minorUnits == 551)
    #expect(try odd("sumOfHalves").price(of: configuration)?.minorUnits == 552)
  }

  @Test func `The cheapest of a group are free, and the dearest are charged`() throws {
    let menu = try MenuSnapshot.sample()
    var configuration = ProductConfiguration("m-s")
    configuration.modifiers["sauces"] = ["garlic": 1, "bbq": 1]
    #expect(menu.price(of: configuration)?.minorUnits == 540)
    configuration.modifiers["sauces"] = ["garlic": 2, "bbq": 1]
    #expect(menu.price(of: configuration)?.minorUnits == 570)
  }

  @Test
  func `The lowest price counts what is free: not always is the cheapest sum the lowest price`()
    throws
  {
    // Six units of at most two kinds, five of them free. One unit at 0 and five at 90 have the
    // lower sum, but cost 90; six units at 89 cost 89.
    let names = ["none", "dear", "first", "second"]
    let modifiers = zip(names, [(Int64(0), 1), (90, 5), (89, 3), (89, 3)]).map { name, rule in
      ModifierRow(id: name, name: name, price: rule.0, max: rule.1, groups: nil)
    }
    let quantity = QuantityRow(min: 6, max: 6, minKinds: nil, maxKinds: 2)
    var document = try MenuDocument.sample()
    document.modifiers = Rows(document.modifiers.rows + modifiers)
    document.groups = Rows(
      document.groups.rows.filter { $0.id != "sauces" } + [
        GroupRow(
          id: "sauces", name: "", modifiers: names, quantity: quantity, free: 5, defaults: nil)
      ])
    let order = try MenuSnapshot(document).at()

    let product = MenuProduct.ID(rawValue: "margherita")
    #expect(order.lowestPrice(of: .product(product))?.minorUnits == 589)
    let start = try #require(order.start(with: Variant.ID(rawValue: "m-s")))
    #expect(start.modifiers["sauces"] == ["first": 3, "second": 3])
    #expect(order.problems(in: start) == [])
  }

  @Test
  func
    `A modifier may cost something else in a group, to a size, or both; the first that fits counts`()
    throws
  {
    let menu = try MenuSnapshot.sample(
      #""price":100,"max":3"#,
      """
      "price":100,"max":3,"overrides":[{"group":"toppings","size":"l","price":170},
      {"size":"l","price":9},{"group":"dips","price":1}]
      """)
    for (variant, price) in [("p-s", Int64(100)), ("p-l", 170)] {
      let variant = Variant.ID(rawValue: variant)
      let own = try #require(menu.variants[variant]?.price)
      var configuration = ProductConfiguration(variant)
      configuration.modifiers["toppings"] = ["cheese": 2]
      #expect(menu.price(of: configuration)?.minorUnits == own + 2 * price)
      #expect(menu.price(of: "cheese", in: "toppings", with: variant)?.minorUnits == price)
    }
    #expect(menu.price(of: "cheese", in: "sauces", with: "p-l")?.minorUnits == 9)
    #expect(menu.price(of: "cheese", in: "dips", with: "p-s")?.minorUnits == 1)
    #expect(menu.price(of: "cheese", in: "sauces", with: "c")?.minorUnits == 100)
    #expect(menu.price(of: "cheese", in: "nowhere", with: "c") == nil)
  }

  @Test("\"From\" is the price of the size that is cheapest with what has to be added")
  func lowestOverride() throws {
    func dear(_ price: Int) -> String {
      #""price":\#(price),"max":2,"overrides":[{"size":"s","price":900}]"#
    }
    let text = SampleMenu.text()
      .replacing(#""price":30,"max":2"#, with: dear(30))
      .replacing(#""price":40,"max":2"#, with: dear(40))
      .replacing(#""free":1"#, with: #""free":0"#)
    let order = try MenuSnapshot(json: Data(text.utf8)).at()
    #expect(order.lowestPrice(of: .product("margherita"))?.minorUnits == 930)
  }

  @Test func `a group starts with its defaults unless one of them is unavailable`() throws {
    let sauces = try MenuSnapshot.sample(#""defaults":{"garlic":1}"#, #""defaults":{"bbq":1}"#)
    #expect(try start(sauces, "m-s")?.modifiers["sauces"] == ["bbq": 1])
    #expect(try start(sauces, "m-s", without: "bbq")?.modifiers["sauces"] == ["garlic": 1])

    let toppings = try MenuSnapshot.sample(
      #"{"max":4,"maxKinds":2}"#, #"{"max":4,"maxKinds":2},"defaults":{"cheese":1}"#)
    #expect(try start(toppings, "p-s")?.modifiers["toppings"] == ["cheese": 1])
    #expect(try start(toppings, "p-s", without: "cheese")?.modifiers["toppings"] == nil)
  }

  @Test func `of equally cheap modifiers a group starts with the first one`() throws {
    let text = SampleMenu.text().replacing(#""price":30,"max":2"#, with: #""price":40,"max":2"#)
      .replacing(#""min":1,"max":3"#, with: #""min":2,"max":3"#)
    let menu = try MenuSnapshot(json: Data(text.utf8))
    #expect(try start(menu, "m-s")?.modifiers["sauces"] == ["garlic": 2])
  }

  /// Returns the initial configuration of a variant while a modifier is unavailable.
  private func start(
    _ menu: MenuSnapshot, _ variant: Variant.ID, without modifier: String? = nil
  ) throws -> ProductConfiguration? {
    let stops = [modifier].compactMap { $0 }
      .map { StopRow(kind: "modifier", id: $0, until: nil, reason: nil) }
    return try menu.at(stops: stops).start(with: variant)
  }

  @Test func `A modifier of a modifier counts only while that is selected`() throws {
    let menu = try MenuSnapshot.sample()
    var configuration = ProductConfiguration("p-s")
    configuration.modifiers = ["toppings": ["sticks": 1], "dips": ["garlic": 1]]
    #expect(menu.price(of: configuration)?.minorUnits == 831)
    configuration.modifiers["toppings"] = ["cheese": 1]
    #expect(menu.price(of: configuration)?.minorUnits == 701)
    #expect(try menu.at().problems(in: configuration).map(\.text) == ["dips not offered"])
  }

  @Test
  func `Combos: a fixed price with surcharges, and parts with a percentage off each`() throws {
    let menu = try MenuSnapshot.sample()
    var main = ProductConfiguration("p-s")
    main.modifiers["toppings"] = ["bacon": 1]
    for (combo, price) in [("lunch", 580 + 60 + 150), ("pair", 511 + 60 + 150 + 128)] {
      var configuration = ComboConfiguration(Combo.ID(rawValue: combo))
      configuration.choices = ["main": [main], "side": [ProductConfiguration("c")]]
      #expect(menu.price(of: configuration)?.minorUnits == Int64(price))
    }
  }

  @Test func `a combo priced by its parts takes nothing off unless it has a percentage`() throws {
    let menu = try MenuSnapshot.sample(#","percentOff":15"#, "")
    var configuration = ComboConfiguration("pair")
    configuration.choices = [
      "main": [ProductConfiguration("p-s")], "side": [ProductConfiguration("c")],
    ]

    // The pizza costs 601 and a surcharge of 60, and the drink 150.
    #expect(menu.price(of: configuration)?.minorUnits == 811)
  }

  @Test(arguments: [
    (#""min":1,"max":1"#, 610, 455), (#""min":2,"max":2,"minKinds":2"#, 670, 1_026),
    (#""min":3,"max":3,"minKinds":2"#, 700, 1_481),
  ])
  func `the lowest price of a combo includes the cheapest choices that its slots demand`(
    quantity: String, fixed: Int64, parts: Int64
  ) throws {
    // A margherita needs a sauce for 30; a pepperoni has a surcharge of 60.
    let text = SampleMenu.text().replacing(#""free":1"#, with: #""free":0"#)
      .replacing(#""min":1,"max":1"#, with: quantity)
    let order = try MenuSnapshot(json: Data(text.utf8)).at()

    #expect(order.lowestPrice(of: .combo("lunch"))?.minorUnits == fixed)
    #expect(order.lowestPrice(of: .combo("pair"))?.minorUnits == parts)
  }

  @Test func `the lowest price of a combo is that of its available choices, if it is sold`() throws
  {
    let menu = try MenuSnapshot.sample()
    let main = StopRow(kind: "variant", id: "m-s", until: nil, reason: nil)
    let lunch = StopRow(kind: "combo", id: "lunch", until: nil, reason: nil)

    #expect(try menu.at(stops: [main]).lowestPrice(of: .combo("lunch"))?.minorUnits == 640)
    #expect(try menu.at(stops: [lunch]).lowestPrice(of: .combo("lunch")) == nil)
  }

  @Test(arguments: [(400, "p-s"), (699, "m-s")])
  func `a replacement is the option nearest in price and surcharge, the first of equally near ones`(
    surcharge: Int, nearest: Variant.ID
  ) throws {
    // The options cost 500, 900, 601 and the surcharge, and 150.
    let text = SampleMenu.text()
      .replacing(#""options":["m-s","p-s"]"#, with: #""options":["m-s","m-l","p-s","c"]"#)
      .replacing(#"{"p-s":60}"#, with: #"{"p-s":\#(surcharge)}"#)
    let stopped = StopRow(kind: "variant", id: "m-l", until: nil, reason: nil)
    let order = try MenuSnapshot(json: Data(text.utf8)).at(stops: [stopped])

    #expect(order.replacement(for: "m-l", in: "main") == nearest)
  }

  @Test func `a slot that the combo does not have adds nothing to its price`() throws {
    let menu = try MenuSnapshot.sample(
      #""name":"Lunch","slots":["main","side"]"#, #""name":"Lunch","slots":["side"]"#)
    var configuration = ComboConfiguration("lunch")
    configuration.choices = [
      "main": [ProductConfiguration("p-s")], "side": [ProductConfiguration("c")],
    ]

    // The slot would add a surcharge of 60.
    #expect(menu.price(of: configuration)?.minorUnits == 580)
    let parts = try #require(menu.ordered(configuration)?.products)
    #expect(parts.map(\.price.minorUnits) == [0])
  }

  @Test func `No numbers make it trap: what cannot be counted has no price, and a problem says so`()
    throws
  {
    let order = try MenuSnapshot.sample(#""price":100,"max":3"#, #""price":1000000000000,"max":3"#)
      .at()
    for count in [Int.max, .min, -1, 0] {
      var configuration = ProductConfiguration("p-s")
      configuration.modifiers["toppings"] = ["cheese": count, "bacon": count]
      let price = order.menu.price(of: configuration)
      #expect((price == nil) == (count == .max))
      #expect(order.problems(in: configuration).isEmpty == (count == 0))
    }
  }

  @Test(arguments: 1...64)
  func `One more of anything never makes it cheaper`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    for _ in 0..<OracleTests.perMenu {
      var configuration = world.configuration()
      configuration.modifiers = configuration.modifiers.mapValues { $0.mapValues { max(0, $0) } }
      guard let price = menu.price(of: configuration),
        let group = menu.groups.values.randomElement(using: &world.random),
        let modifier = group.modifiers.randomElement(using: &world.random)
      else { continue }
      configuration.modifiers[group.id, default: [:]][modifier, default: 0] += 1
      let more = try #require(menu.price(of: configuration))
      #expect(more.minorUnits >= price.minorUnits)
    }
  }
}
