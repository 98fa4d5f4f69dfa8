import Commerce
import Foundation
import Networking
import Testing

@testable import Menu

/// Choices that an item requires, or that are limited, in menus of their own.
struct RequiredChoiceTests {
  /// Returns a menu with one product `f` and these tables; a table that is not named is empty.
  private static func menu(
    product: String, groups: [String] = [], modifiers: [String] = []
  ) throws -> MenuSnapshot {
    try .tables(
      #""products":[{"id":"f","name":"Farm","variants":[{"id":"f","price":1000}],\#(product)}]"#,
      #""groups":[\#(groups.joined(separator: ","))]"#,
      #""modifiers":[\#(modifiers.joined(separator: ","))]"#)
  }

  private static func group(
    _ id: String, _ modifiers: String..., rule: String = #""min":1,"max":1"#, more: String = ""
  ) -> String {
    let ids = modifiers.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"id":"\#(id)","name":"\#(id)","modifiers":[\#(ids)],"quantity":{\#(rule)}\#(more)}"#
  }

  private static func modifier(
    _ id: String, _ groups: String..., price: Int = 10, max: Int = 1
  ) -> String {
    let ids = groups.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"id":"\#(id)","name":"\#(id)","price":\#(price),"max":\#(max),"groups":[\#(ids)]}"#
  }

  private static func products(
    _ variants: String...
  ) -> String {
    let rows = variants.map { #"{"id":"\#($0)","price":\#($0 == "pz-m" ? 1000 : 1200)}"# }
    return
      #""products":[{"id":"pz","name":"Pizza","variants":[\#(rows.joined(separator: ","))]}]"#
  }

  // MARK: Nested choices

  @Test func `The first configuration has each required choice of its choices`() throws {
    let menu = try Self.menu(
      product: #""groups":["crust"]"#,
      groups: [
        Self.group("crust", "hand"), Self.group("size", "r"), Self.group("edge", "plain"),
      ],
      modifiers: [
        Self.modifier("hand", "size"), Self.modifier("r", "edge"), Self.modifier("plain"),
      ])
    let order = try menu.at()
    let start = try order.first("f")
    #expect(start.modifiers == ["crust": ["hand": 1], "size": ["r": 1], "edge": ["plain": 1]])
    #expect(order.lowestPrice(of: .product("f")) == order.price(of: start))
  }

  @Test func `A later group does not require the choice that a default one requires`() throws {
    let menu = try Self.menu(
      product: #""groups":["crust","sauce"]"#,
      groups: [
        Self.group("crust", "hand", more: #","defaults":{"hand":1}"#),
        Self.group("sauce", "hot", "mild"), Self.group("size", "r"),
      ],
      modifiers: [
        Self.modifier("hand", "size"), Self.modifier("hot", "size"), Self.modifier("mild"),
        Self.modifier("r"),
      ])
    let order = try menu.at()
    let start = try order.first("f")
    #expect(start.modifiers == ["crust": ["hand": 1], "sauce": ["mild": 1], "size": ["r": 1]])
  }

  @Test(arguments: [("regular", "wheat"), ("a", "z"), ("z", "a")])
  func `A line without groups finds them, whatever the ids are`(nested: String, crust: String)
    throws
  {
    let menu = try Self.menu(
      product: #""groups":["crust"]"#,
      groups: [Self.group("crust", crust), Self.group("size", nested)],
      modifiers: [Self.modifier(crust, "size"), Self.modifier(nested)])
    let choices: ModifierSelection = [
      "crust": [ModifierChoice(.init(rawValue: crust)): 1],
      "size": [ModifierChoice(.init(rawValue: nested)): 1],
    ]
    for group in [nil, "crust"] {
      let line = ItemConfiguration(
        product: "f", variant: "f", modifiers: [.init(nested), .init(crust, in: group)])
      #expect(ProductConfiguration(line, in: menu)?.modifiers == choices)
    }
    let odd = ItemConfiguration(
      product: "f", variant: "f", modifiers: [.init(crust), .init("other")])
    #expect(ProductConfiguration(odd, in: menu) == nil)
  }

  @Test func `An item that requires a choice twice is left out`() throws {
    func menu(_ modifiers: String...) throws -> MenuSnapshot {
      try Self.menu(
        product: #""groups":["crust","size"]"#,
        groups: [Self.group("crust", "hand", "thin"), Self.group("size", "r")],
        modifiers: modifiers + [Self.modifier("hand", "size"), Self.modifier("r")])
    }
    #expect(throws: UnusableBody.self) { try menu(Self.modifier("thin", "size")) }
    let thin = try menu(Self.modifier("thin"))
    let order = try thin.at()
    #expect(try order.first("f").modifiers["crust"] == ["thin": 1])
    let absence = try thin.at(stops: [.now("modifier", "thin")]).unavailability(of: .product("f"))
    #expect(absence?.cause == .nothingToChoose)
  }

  @Test func `A modifier that is not selected requires nothing`() throws {
    let menu = try Self.menu(
      product: #""groups":["crust"]"#,
      groups: [
        Self.group("crust", "a", "b", "c", rule: #""min":2,"max":2"#), Self.group("x", "r"),
        Self.group("y", "r"),
      ],
      modifiers: [
        Self.modifier("a", "x"), Self.modifier("b", "x", "y"), Self.modifier("c", "y"),
        Self.modifier("r"),
      ])
    let order = try menu.at()
    #expect(try order.first("f").modifiers["crust"] == ["a": 1, "c": 1])
  }

  @Test(arguments: [false, true])
  func `All modifiers on a cycle of groups are left out, and no other one`(isReversed: Bool) throws
  {
    let groups = [
      Self.group("a", "m", rule: ""), Self.group("b", "n", "k", rule: ""),
      Self.group("c", "z", rule: ""),
    ]
    let menu = try Self.menu(
      product: #""groups":["a","c"]"#, groups: isReversed ? groups.reversed() : groups,
      modifiers: [
        Self.modifier("m", "b"), Self.modifier("n", "a"), Self.modifier("k"),
        Self.modifier("z", "b"),
      ])
    #expect(Set(menu.modifiers.keys.map(\.rawValue)) == ["k", "z"])
    #expect(menu.products["f"] != nil)
    #expect(menu.problems.count { $0.kind == .cycle } == 2)
  }

  @Test(arguments: [
    (Self.group("dips", rule: ""), #"{"group":"dips","free":3}"#, true, true),
    (Self.group("dips", rule: ""), #"{"group":"dips","quantity":{"min":1}}"#, false, true),
    (
      Self.group("dips", "r", rule: "", more: #","needs":["later"]"#), #"{"group":"dips"}"#, true,
      false
    ),
    (Self.group("dips", "r", rule: ""), #"{"group":"none"}"#, false, true),
  ])
  func `A change of a group that the product is built without is void`(
    group: String, offer: String, isShown: Bool, isSold: Bool
  ) throws {
    func menu() throws -> MenuSnapshot {
      try Self.menu(
        product: #""groups":["dips"],"offers":[\#(offer)]"#, groups: [group],
        modifiers: [Self.modifier("r")])
    }
    guard isShown else {
      #expect(throws: UnusableBody.self) { try menu() }
      return
    }
    let order = try menu().at()
    #expect((order.unavailability(of: .product("f")) == nil) == isSold)
  }

  // MARK: Combos

  /// Returns a menu with a combo of slots `s0`, `s1` and so on, each with options and a rule.
  private static func deal(
    _ slots: [(options: [String], rule: String)],
    of products: String = products("pz-m", "pz-l"), sizes: String = ""
  ) throws -> MenuSnapshot {
    let rows = slots.enumerated().map { number, slot in
      let options = slot.options.map { "\"\($0)\"" }.joined(separator: ",")
      return #"{"id":"s\#(number)","name":"","options":[\#(options)],"quantity":{\#(slot.rule)}}"#
    }
    let ids = slots.indices.map { "\"s\($0)\"" }.joined(separator: ",")
    return try .tables(
      products, #""sizes":[\#(sizes)]"#, #""slots":[\#(rows.joined(separator: ","))]"#,
      #""combos":[{"id":"deal","name":"","slots":[\#(ids)],"pricing":{"rule":"parts"}}]"#)
  }

  private static let both = ["pz-m", "pz-l"]
  private static let one = #""min":1,"max":1"#
  private static let two = #""min":2,"max":2"#

  @Test func `The units that are left of a product are those of all its variants together`() throws
  {
    let menu = try Self.deal([(Self.both, Self.one), (Self.both, Self.one)])
    let order = try menu.at(stops: [.now("product", "pz", left: 1)])
    let texts = ["deal unavailable", "pz-m too many", "pz-l too many"]
    var wish = ComboConfiguration("deal")
    wish.choices = ["s0": [.init("pz-m")], "s1": [.init("pz-l")]]
    #expect(order.problems(in: wish).map(\.text) == texts)
    #expect(try menu.at(stops: [.now("product", "pz", left: 2)]).problems(in: wish).isEmpty)
  }

  @Test func `The units that are left of a modifier are those of all its groups together`() throws {
    let menu = try Self.menu(
      product: #""groups":["a","b"]"#,
      groups: [Self.group("a", "r", rule: ""), Self.group("b", "r", rule: "")],
      modifiers: [Self.modifier("r", max: 5)])
    var wish = ProductConfiguration("f")
    wish.modifiers = ["a": ["r": 2], "b": ["r": 1]]
    for (left, texts) in [
      (1, ["a r too many"]), (2, ["r too many"]), (3, []),
    ] {
      let order = try menu.at(stops: [.now("modifier", "r", left: left)])
      #expect(order.problems(in: wish).map(\.text) == texts)
    }
  }

  @Test(arguments: [(1, false), (2, true)])
  func `An item is sold only if there are enough units for what it requires`(
    left: Int, isSold: Bool
  ) throws {
    let combo = try Self.deal([(Self.both, Self.two)])
    let group = try Self.menu(
      product: #""groups":["dips"]"#, groups: [Self.group("dips", "r", rule: #""min":2,"max":5"#)],
      modifiers: [Self.modifier("r", max: 5)])
    let pairs = [
      (combo, MenuItem.combo("deal"), StopRow.now("product", "pz", left: left)),
      (group, .product("f"), .now("modifier", "r", left: left)),
    ]
    for (menu, item, stop) in pairs {
      let order = try menu.at(stops: [stop])
      #expect((order.lowestPrice(of: item) != nil) == isSold)
      #expect((order.unavailability(of: item) == nil) == isSold)
    }
    let one = try combo.at(stops: [.now("variant", "pz-m", left: 1)])
    #expect(try one.firstCombo("deal").choices["s0"]?.map(\.variant) == ["pz-m", "pz-l"])
  }

  @Test func `A slot with one option keeps its units, and none has more kinds than it may`() throws
  {
    let scarce = [StopRow.now("variant", "pz-m", left: 1)]
    let shared = try Self.deal([(Self.both, Self.one), (["pz-m"], Self.one)]).at(stops: scarce)
    let start = try shared.firstCombo("deal")
    #expect(start.choices == ["s0": [.init("pz-l")], "s1": [.init("pz-m")]])
    #expect(shared.lowestPrice(of: .combo("deal")) == shared.price(of: start))

    let twice = try Self.deal([(["pz-m"], Self.two), (["pz-m"], #""max":1"#)])
      .at(stops: [.now("variant", "pz-m", 60, left: 1)])
    let absence = try #require(twice.unavailability(of: .combo("deal")))
    #expect(absence == Unavailability(cause: .nothingToChoose, returns: .noon + 60))

    let kind = #""min":2,"max":2,"maxKinds":1"#
    let pair = try Self.deal([(Self.both, kind), (Self.both, #""max":1"#)]).at(stops: scarce)
    #expect(try pair.firstCombo("deal").choices["s0"]?.map(\.variant) == ["pz-l", "pz-l"])
  }

  @Test func `A box takes a few units of each of many products`() throws {
    let names = (0..<10).map { "v\($0)" }
    let variants = names.map { #"{"id":"\#($0)","price":100}"# }.joined(separator: ",")
    let order = try Self.deal(
      [(names, #""min":24,"max":24"#)],
      of: #""products":[{"id":"p","name":"","variants":[\#(variants)]}]"#
    ).at(stops: names.map { .now("variant", $0, left: 3) })
    #expect(try order.firstCombo("deal").choices["s0"]?.count == 24)
    #expect(order.lowestPrice(of: .combo("deal"))?.minorUnits == 2_400)
  }

  @Test func `The first configuration takes no modifier that another part has taken`() throws {
    let menu = try Self.menu(
      product: #""groups":["a","b"]"#, groups: [Self.group("a", "r"), Self.group("b", "r", "s")],
      modifiers: [Self.modifier("r", max: 5), Self.modifier("s", max: 5)])
    let order = try menu.at(stops: [.now("modifier", "r", left: 1)])
    #expect(try order.first("f").modifiers == ["a": ["r": 1], "b": ["s": 1]])
  }

  @Test(arguments: [
    ("\"r\"", "\"r\"", nil), ("\"r\",\"s\"", "\"r\",\"s\"", 1_060),
    ("\"r\",\"s\"", "\"r\"", 1_060),
  ])
  func `The last unit of a modifier is for the group that has no other choice`(
    first: String, second: String, price: Int64?
  ) throws {
    func group(_ id: String, _ modifiers: String) -> String {
      #"{"id":"\#(id)","name":"","modifiers":[\#(modifiers)],"quantity":{"min":1,"max":1}}"#
    }
    let menu = try Self.menu(
      product: #""groups":["a","b"]"#, groups: [group("a", first), group("b", second)],
      modifiers: [Self.modifier("r"), Self.modifier("s", price: 50)])
    let order = try menu.at(stops: [.now("modifier", "r", left: 1)])
    #expect(order.lowestPrice(of: .product("f"))?.minorUnits == price)
    #expect((order.unavailability(of: .product("f")) == nil) == (price != nil))
    let start = try #require(order.start(with: Variant.ID(rawValue: "f")))
    if let price { #expect(order.price(of: start)?.minorUnits == price) }
    #expect(order.problems(in: start).isEmpty == (price != nil))
  }

  @Test(arguments: ["", #","defaults":{"hot":1}"#])
  func `A group with another choice leaves a nested one to the group that needs it`(
    defaults: String
  ) throws {
    for groups in [#""sauce","crust""#, #""crust","sauce""#] {
      let menu = try Self.menu(
        product: #""groups":[\#(groups)]"#,
        groups: [
          Self.group("crust", "hand", more: defaults.isEmpty ? "" : #","defaults":{"hand":1}"#),
          Self.group("sauce", "hot", "mild", more: defaults), Self.group("size", "r"),
        ],
        modifiers: [
          Self.modifier("hand", "size", price: 0), Self.modifier("hot", "size", price: 0),
          Self.modifier("mild", price: 100), Self.modifier("r", price: 0),
        ])
      let order = try menu.at()
      let start = try order.first("f")
      #expect(start.modifiers == ["crust": ["hand": 1], "sauce": ["mild": 1], "size": ["r": 1]])
      #expect(order.lowestPrice(of: .product("f"))?.minorUnits == 1_100)
    }
  }

  @Test func `A combo is sold only if its slots together have enough units`() throws {
    let kinds = try Self.deal([(Self.both, #""min":2,"max":2,"maxKinds":1"#)])
    let stops = ["pz-m", "pz-l"].map { StopRow.now("variant", $0, left: 1) }
    #expect(try kinds.at(stops: stops).unavailability(of: .combo("deal")) != nil)

    let pair = try Self.deal([(Self.both, Self.two)])
    let later = try pair.at(stops: [
      .now("variant", "pz-m", left: 1), .now("variant", "pz-l", 60),
    ])
    #expect(later.unavailability(of: .combo("deal"))?.returns == .noon + 60)
  }

  @Test func `A choice that takes fewer of the cheapest units leaves some to another one`() throws {
    let combo = try Self.deal([(Self.both, #""min":3,"max":3"#), (["pz-m"], #""min":1"#)])
      .at(stops: [.now("variant", "pz-m", left: 3), .now("variant", "pz-l", left: 1)])
    _ = try combo.firstCombo("deal")
    #expect(combo.lowestPrice(of: .combo("deal"))?.minorUnits == 4_200)

    let menu = try Self.menu(
      product: #""groups":["a","b"]"#,
      groups: [
        Self.group("a", "c", "d", rule: Self.two), Self.group("b", "c", "e", rule: Self.two),
      ],
      modifiers: [Self.modifier("c", max: 2), Self.modifier("d"), Self.modifier("e")])
    let order = try menu.at(stops: [.now("modifier", "c", left: 2)])
    var wish = ProductConfiguration("f")
    wish.modifiers = ["a": ["c": 1, "d": 1], "b": ["c": 1, "e": 1]]
    #expect(order.problems(in: wish).isEmpty && order.lowestPrice(of: .product("f")) != nil)
  }

  @Test func `A group that needs two kinds leaves no unit of either to another group`() throws {
    let menu = try Self.menu(
      product: #""groups":["a","b"]"#,
      groups: [Self.group("a", "c", "d", rule: Self.two), Self.group("b", "d")],
      modifiers: [Self.modifier("c"), Self.modifier("d")])
    let order = try menu.at(stops: [.now("modifier", "d", left: 1)])
    #expect(order.unavailability(of: .product("f"))?.cause == .nothingToChoose)
    #expect(order.lowestPrice(of: .product("f")) == nil)
  }

  @Test func `The start shares limited units in a way that the cheapest search does not try`()
    throws
  {
    let menu = try Self.menu(
      product: #""groups":["a","b"]"#,
      groups: [
        Self.group("a", "b", "c", "p", "s", rule: Self.two),
        Self.group("b", "b", "c", "q", rule: Self.two),
      ],
      modifiers: [
        Self.modifier("b", price: 50), Self.modifier("c", price: 50),
        Self.modifier("p", price: 100), Self.modifier("q", price: 100),
        Self.modifier("s", price: 0),
      ])
    let order = try menu.at(stops: [
      .now("modifier", "b", left: 1), .now("modifier", "c", left: 1), .now("modifier", "s"),
    ])
    let start = try order.first("f")
    #expect(order.price(of: start)?.minorUnits == 1_300)
    #expect(order.lowestPrice(of: .product("f"))?.minorUnits == 1_300)
  }

  @Test func `Three slots need three units of their size, whichever of many products they take`()
    throws
  {
    let products = (0..<30).map {
      #"{"id":"p\#($0)","name":"","variants":[{"id":"v\#($0)","price":1000,"size":"l"}]}"#
    }
    let slot = (options: (0..<30).map { "v\($0)" }, rule: Self.one)
    let menu = try Self.deal(
      [slot, slot, slot], of: #""products":[\#(products.joined(separator: ","))]"#,
      sizes: #"{"id":"l","name":"30 cm"}"#)
    for (left, isSold) in [(2, false), (3, true)] {
      let order = try menu.at(stops: [.now("size", "l", left: left)])
      #expect((order.unavailability(of: .combo("deal")) == nil) == isSold)
      #expect((order.lowestPrice(of: .combo("deal")) != nil) == isSold)
    }
  }

  @Test func `A combo begins with the cheapest choices for which there are units`() throws {
    let variants = [("m", 1_000), ("l", 1_200), ("x", 10_000)]
      .map { #"{"id":"\#($0)","price":\#($1)}"# }
    let menu = try Self.deal(
      [(["m", "l"], Self.one), (["m", "x"], Self.one)],
      of: #""products":[{"id":"pz","name":"","variants":[\#(variants.joined(separator: ","))]}]"#)
    let order = try menu.at(stops: [.now("variant", "m", left: 1)])
    let start = try #require(order.start(with: Combo.ID(rawValue: "deal")))
    #expect(start.choices == ["s0": [.init("l")], "s1": [.init("m")]])
    #expect(order.lowestPrice(of: .combo("deal"))?.minorUnits == 2_200)
  }

  @Test func `A combo of thousands of slots has a price`() throws {
    let slot = (options: ["pz-m"], rule: Self.one)
    let menu = try Self.deal(
      Array(repeating: slot, count: 20_000), of: Self.products("pz-m"))
    for stops in [[], [StopRow.now("variant", "pz-m", left: 30_000)]] {
      let order = try menu.at(stops: stops)
      #expect(order.lowestPrice(of: .combo("deal"))?.minorUnits == 20_000_000)
    }
  }

  @Test func `A default of which too few units are left is not selected`() throws {
    let menu = try Self.menu(
      product: #""groups":["dips"]"#,
      groups: [
        Self.group("dips", "r", "s", rule: #""min":2,"max":5"#, more: #","defaults":{"r":2}"#)
      ],
      modifiers: [Self.modifier("r", max: 5), Self.modifier("s", max: 5)])
    #expect(try menu.at().start(with: Variant.ID(rawValue: "f"))?.modifiers == ["dips": ["r": 2]])
    let order = try menu.at(stops: [.now("modifier", "r", left: 1)])
    #expect(try order.first("f").modifiers["dips"]?["r"] ?? 0 < 2)
  }
}
