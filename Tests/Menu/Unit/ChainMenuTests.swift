import Commerce
import Foundation
import Testing

@testable import Menu

/// Concepts of the menus that chains have, each in a menu of its own.
struct ChainMenuTests {
  private static func product(
    _ variant: Variant.ID, _ modifiers: ModifierSelection = [:]
  ) -> ProductConfiguration {
    var product = ProductConfiguration(variant)
    product.modifiers = modifiers
    return product
  }

  // MARK: What a release does not know

  @Test(arguments: [
    (#""id":"cola","name""#, #""needs":["magic"],"id":"cola","name""#, MenuItem.product("cola")),
    (#""id":"lunch""#, #""needs":["magic"],"id":"lunch""#, .combo("lunch")),
    (#""id":"bacon""#, #""needs":["tiers","magic"],"id":"bacon""#, .modifier("bacon")),
    (#""id":"sauces""#, #""needs":["magic"],"id":"sauces""#, .product("margherita")),
    (#""id":"dips""#, #""needs":["magic"],"id":"dips""#, .modifier("sticks")),
    (#""rule":"fixed""#, #""rule":"by the moon""#, .combo("lunch")),
  ])
  func `What needs a rule of a later release is shown and not sold`(
    old: String, new: String, item: MenuItem
  ) throws {
    let order = try MenuSnapshot.sample(old, new).at()
    #expect(order.unavailability(of: item)?.cause == .unknownPricing)
    #expect(order.lowestPrice(of: item) == nil)
    var product = ProductConfiguration("p-s")
    product.modifiers["toppings"] = ["bacon": 1, "sticks": 1]
    switch item {
    case .product(let id):
      let start = try #require(order.menu.products[id]?.variants.first.flatMap(order.start))
      #expect(order.menu.price(of: start) == nil && order.ordered(start) == nil)
    case .combo(let id):
      let start = try #require(order.start(with: id))
      #expect(order.menu.price(of: start) == nil && order.ordered(start) == nil)
    default: #expect(order.price(of: product) == nil && order.ordered(product) == nil)
    }
  }

  @Test func `A needed word that this release knows changes nothing`() throws {
    let known = try MenuSnapshot.sample(#""id":"bacon""#, #""needs":["tiers"],"id":"bacon""#)
    #expect(try known.at().unavailability(of: .modifier("bacon")) == nil)
  }

  // MARK: Required choices

  private static let pizza = [
    #""products":[{"id":"farm","name":"Farm","variants":[{"id":"f","price":20000}],"groups":["crust"]}]"#,
    #""modifiers":[{"id":"hand","name":"Hand","price":0,"groups":["size-hand"]},{"id":"wheat","name":"Wheat","price":100,"groups":["size-wheat"]},{"id":"r","name":"Regular","price":4500},{"id":"l","name":"Large","price":45000},{"id":"m","name":"Medium","price":4400}]"#,
    #""groups":[{"id":"crust","name":"Crust","modifiers":["hand","wheat"],"quantity":{"min":1,"max":1}},{"id":"size-hand","name":"Size","modifiers":["r","l"],"quantity":{"min":1,"max":1}},{"id":"size-wheat","name":"Size","modifiers":["r","m"],"quantity":{"min":1,"max":1},"needs":["nested"]}]"#,
  ]

  @Test func `A modifier without its required choice is unavailable, and so is what requires it`()
    throws
  {
    let menu = try MenuSnapshot.tables(Self.pizza[0], Self.pizza[1], Self.pizza[2])
    let stops = ["r", "l"].map { StopRow.now("modifier", $0, 60) }
    let order = try menu.at(stops: stops)
    #expect(
      order.unavailability(of: .modifier("hand"))
        == Unavailability(cause: .nothingToChoose, returns: .noon + 60))
    #expect(order.lowestPrice(of: .product("farm"))?.minorUnits == 24_500)
    let none = try menu.at(stops: stops + [.now("modifier", "m", 90)])
    #expect(none.unavailability(of: .product("farm"))?.returns == .noon + 60)

    let lost = try MenuSnapshot.tables(
      Self.pizza[0], Self.pizza[1].replacing(#"{"id":"m","#, with: #"{"id":"m2","#),
      Self.pizza[2].replacing(#"["r","m"]"#, with: #"["m"]"#))
    #expect(lost.modifiers["wheat"] == nil && lost.products["farm"] != nil)
  }

  @Test(arguments: [
    (#"["pizza","pizza","drink"]"#, false), (#"["pizza","drink","drink"]"#, true),
  ])
  func `A combo is left out if it lists a required slot twice`(slots: String, isSold: Bool) throws {
    let menu = try MenuSnapshot.tables(
      #""products":[{"id":"z","name":"Pizza","variants":[{"id":"z","price":1200}]},{"id":"c","name":"Cola","variants":[{"id":"c","price":200}]}]"#,
      #""slots":[{"id":"pizza","name":"","options":["z"],"quantity":{"min":1,"max":1}},{"id":"drink","name":"","options":["c"],"quantity":{"max":1}}]"#,
      #""combos":[{"id":"duo","name":"","slots":\#(slots),"pricing":{"rule":"fixed","price":2400}}]"#
    )
    #expect((menu.combos["duo"] != nil) == isSold)
    #expect(menu.problems.first?.place.hasPrefix("combos/duo/") == true)
  }

  // MARK: Prices

  private static let deal = [
    #""sizes":[{"id":"M","name":"M"},{"id":"L","name":"L"}],"crusts":[{"id":"thin","name":"Thin"},{"id":"deep","name":"Deep"}]"#,
    #""modifiers":[{"id":"ham","name":"","price":125,"max":3,"overrides":[{"size":"L","crust":"thin","price":300},{"size":"L","price":295},{"crust":"thin","price":130}]},{"id":"corn","name":"","price":125,"overrides":[{"size":"L","price":295}]},{"id":"chicken","name":"","price":150,"overrides":[{"size":"L","price":375}]},{"id":"bare","name":"","price":-150,"needs":["negativePrice"]}]"#,
    #""products":[{"id":"pie","name":"","variants":[{"id":"L","size":"L","price":2295},{"id":"M","size":"M","price":1000},{"id":"L-thin","size":"L","crust":"thin","price":2295},{"id":"M-thin","size":"M","crust":"thin","price":1000}],"groups":["normal","premium"],"allowances":[{"groups":["normal","premium"],"free":2}],"needs":["allowances"]},{"id":"bread","name":"","variants":[{"id":"bread","price":1499}]}]"#,
    #""groups":[{"id":"normal","name":"","modifiers":["ham","corn"],"free":1},{"id":"premium","name":"","modifiers":["chicken","bare"]}]"#,
    #""slots":[{"id":"pie","name":"","options":["L"],"quantity":{"min":1,"max":1},"allowances":[{"groups":["normal","premium"],"free":3}]},{"id":"bread","name":"","options":["bread"],"quantity":{"min":1,"max":1}}]"#,
    #""combos":[{"id":"deal","name":"","slots":["pie","bread"],"pricing":{"rule":"fixed","price":3299}}]"#,
  ]

  private static func deal(_ old: String = "", _ new: String = "") throws -> MenuSnapshot {
    let rows = deal.map { old.isEmpty ? $0 : $0.replacing(old, with: new) }
    let tables = [rows[0].replacing("],\"crusts\"", with: "]|\"crusts\"").split(separator: "|")]
      .joined().map(String.init)
    return try .tables(tables[0], tables[1], rows[1], rows[2], rows[3], rows[4], rows[5])
  }

  @Test(arguments: [("L-thin", 300), ("L", 295), ("M-thin", 130), ("M", 125)])
  func `A topping has the price of the first row that fits the size and the crust`(
    variant: Variant.ID, price: Int64
  ) throws {
    #expect(try Self.deal().price(of: "ham", in: "normal", with: variant)?.minorUnits == price)
  }

  @Test func `A product offers groups and free units by size and crust`() throws {
    let offers = """
      "groups":["normal","premium"],"offers":[{"group":"normal","sizes":["L"],"quantity":{"max":8},
      "free":3},{"group":"normal","free":1},{"group":"premium","crusts":["thin"]}],"xallowances"
      """
    let menu = try Self.deal(#""groups":["normal","premium"],"allowances""#, offers)
    func groups(_ variant: Variant.ID) -> [String] {
      menu.groups(in: ProductConfiguration(variant)).map {
        "\($0.id.rawValue) \($0.quantity.count.upperBound) \($0.free)"
      }
    }
    #expect(groups("L") == ["normal 8 3"])
    #expect(groups("M") == ["normal 100 1"])
    #expect(groups("M-thin") == ["normal 100 1", "premium 100 0"])
    let wish = Self.product("M", ["premium": ["chicken": 1]])
    #expect(try menu.at().problems(in: wish).map(\.text) == ["premium not offered"])
    let lost = try Self.deal(
      #""groups":["normal","premium"],"allowances""#,
      #""groups":["normal"],"offers":[{"group":"premium"}],"xallowances""#)
    #expect(lost.products["pie"] == nil)
  }

  @Test(arguments: [
    #"[{"groups":["normal"],"free":1},{"groups":["normal","premium"],"free":1}]"#,
    #"[{"groups":["normal"],"free":-1}]"#, #"[{"groups":["dips"],"free":1}]"#,
  ])
  func `A product whose free units contradict each other is left out`(allowances: String) throws {
    let menu = try Self.deal(
      #"[{"groups":["normal","premium"],"free":2}],"needs""#, "\(allowances),\"needs\"")
    #expect(menu.products["pie"] == nil)
    #expect(!menu.problems.isEmpty)
  }

  @Test(arguments: [
    (#""rule":"fixed","price":3299"#, 3299, 1996, 1303),
    (#""rule":"amountOff","amount":500"#, 3294, 1993, 1301),
    (#""rule":"amountOff","amount":9999"#, 0, 0, 0),
    (#""rule":"cheapestFree","count":1"#, 2295, 2295, 0),
    (#""rule":"cheapestFree","count":1,"slots":["bread","pie"]"#, 2295, 2295, 0),
    (#""rule":"cheapestFree","count":1,"slots":["pie"]"#, 1499, 0, 1499),
  ])
  func `The shares of the products add up to the price of a combo`(
    rule: String, price: Int64, pie: Int64, bread: Int64
  ) throws {
    let order = try Self.deal(#""rule":"fixed","price":3299"#, rule).at()
    let item = try #require(try order.ordered(order.firstCombo("deal")))
    #expect(item.price.minorUnits == price)
    #expect(item.products.map(\.price.minorUnits) == [pie, bread])
  }

  @Test(arguments: [
    #""rule":"cheapestFree","count":2"#, #""rule":"cheapestFree""#, #""rule":"amountOff""#,
    #""rule":"amountOff","amount":-1"#,
    #""rule":"cheapestFree","count":1,"slots":["pie","soup"]"#,
  ])
  func `A combo with a rule that cannot be meant is left out`(rule: String) throws {
    #expect(try Self.deal(#""rule":"fixed","price":3299"#, rule).combos["deal"] == nil)
  }

  @Test func `A combo opens with its cheapest options, in the order of the menu`() throws {
    let menu = try MenuSnapshot.sample(#""surcharges":{"p-s":60}"#, #""surcharges":{"m-s":60}"#)
    let start = try menu.at().firstCombo("lunch")
    #expect(start.choices["main"]?.map(\.variant) == ["p-s"])
    #expect(menu.price(of: start) == (try menu.at().lowestPrice(of: .combo("lunch"))))
  }

  @Test func `A combo has modifiers of its own, which are added after its rule`() throws {
    let menu = try Self.deal(
      #""slots":["pie","bread"]"#, #""slots":["pie","bread"],"groups":["normal"]"#)
    var wish = ComboConfiguration("deal")
    wish.choices = ["pie": [Self.product("L")], "bread": [Self.product("bread")]]
    wish.modifiers = ["normal": ["ham": 2], "premium": ["chicken": 1]]
    #expect(menu.groups(in: wish).map(\.id) == ["normal"])
    #expect(menu.price(of: wish)?.minorUnits == 3424)
    #expect(try menu.at().problems(in: wish).map(\.text) == ["premium not offered"])
    wish.modifiers["premium"] = nil
    let item = try #require(try menu.at().ordered(wish))
    #expect(item.configuration.modifiers == [.init("ham", in: "normal", count: 2)])
    #expect(item.choices.map(\.count) == [2])
  }

  @Test func `A happy hour changes the price while it lasts`() throws {
    let happy = #""prices":[{"price":800,"hours":[{"days":[2],"opens":720,"closes":780}]}],"#
    let menu = try Self.deal(#""id":"M","size":"M","#, #""id":"M","size":"M",\#(happy)"#)
    #expect(try menu.at().ordered(Self.product("M"))?.price.minorUnits == 800)
    #expect(menu.changes(since: try Self.deal()).prices.map(\.item) == [.variant("M")])
    let again = try JSONDecoder().decode(MenuSnapshot.self, from: JSONEncoder().encode(menu))
    #expect(again == menu && again.variants["M"]?.timedPrices.count == 1)
  }
}

/// Modifiers on one half of a product and in other amounts.
struct PortionTests {
  private static func menu(_ group: String) throws -> MenuSnapshot {
    try .sample(
      #""modifiers":["cheese","bacon","sticks"],"#,
      """
      "modifiers":["cheese","bacon","sticks"],\(group)"amounts":[{"id":"light","name":"Light",
      "units":1},{"id":"extra","name":"Extra","units":2}],"needs":["portions"],
      """)
  }

  private static func pizza(_ toppings: [ModifierChoice: Int]) -> ProductConfiguration {
    var pizza = ProductConfiguration("p-s")
    pizza.modifiers["toppings"] = toppings
    return pizza
  }

  @Test func `The choices of an ordered item have the half and the amount`() throws {
    let wish = Self.pizza([.init("bacon", on: .second, amount: "extra"): 1, .init("bacon"): 1])
    let menu = try Self.menu("")
    #expect(menu.groups["toppings"]?.offersHalves == false)
    let bacon = try #require(menu.ordered(wish)).choices.filter { $0.kind == .modifier }
    #expect(bacon.map(\.portion) == [nil, .second])
    #expect(bacon.map(\.amount?.name) == [nil, "Extra"])
  }

  @Test(arguments: [
    #""portions":{"half":101},"#, #""portions":{"half":-1},"#,
    #""portions":{"half":50},"tiers":[{"price":1}],"#,
  ])
  func `A group whose halves cannot be priced is left out`(group: String) throws {
    let menu = try Self.menu(group)
    #expect(menu.groups["toppings"] == nil && menu.products["pepperoni"] == nil)
  }
}
