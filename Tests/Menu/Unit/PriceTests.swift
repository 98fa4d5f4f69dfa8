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
