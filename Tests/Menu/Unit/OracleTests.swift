import Commerce
import Foundation
import Testing

@testable import Menu

struct OracleTests {
  /// Configurations for each of 64 random menus; `MENU_CONFIGURATIONS=100000` is a thorough run.
  static let perMenu =
    (ProcessInfo.processInfo.environment["MENU_CONFIGURATIONS"].flatMap { Int($0) } ?? 2_560) / 64

  /// Expects the price and the problems that ``SlowMenu`` has computed.
  private func expectSame(
    _ price: Money?, regular: Money?, _ problems: [ConfigurationProblem],
    as slow: (price: Int?, regular: Int?, problems: Set<String>)
  ) {
    #expect(price?.minorUnits == slow.price.map(Int64.init))
    #expect(regular?.minorUnits == slow.regular.map(Int64.init))
    #expect(Set(problems.map(\.text)) == slow.problems)
  }

  @Test(arguments: 1...64)
  func `A product has the price and the problems worked out by hand`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    #expect(menu.problems.filter { $0.kind != .empty } == [])
    for _ in 0..<Self.perMenu {
      let (order, slow) = try world.stopped(menu)
      let configuration = world.configuration()
      let problems = order.problems(in: configuration)
      expectSame(
        order.price(of: configuration), regular: menu.price(of: configuration), problems,
        as: (
          slow.price(configuration), slow.regular.price(configuration), slow.problems(configuration)
        ))
      #expect(problems.count == Set(problems).count)
      // A valid configuration has a price and can be added to a cart.
      if problems.isEmpty {
        #expect(order.ordered(configuration)?.price == order.price(of: configuration))
        #expect(order.price(of: configuration) != nil)
      }
    }
  }

  @Test(arguments: 1...64)
  func `A combo has the price and the problems worked out by hand`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    for _ in 0..<Self.perMenu / 4 {
      let (order, slow) = try world.stopped(menu)
      let configuration = world.combo()
      let problems = order.problems(in: configuration)
      expectSame(
        order.price(of: configuration), regular: menu.price(of: configuration), problems,
        as: (
          slow.price(configuration), slow.regular.price(configuration), slow.problems(configuration)
        ))
      if problems.isEmpty {
        let item = try #require(order.ordered(configuration))
        // The products and the modifiers of the combo add up to its price.
        var alone = configuration
        alone.modifiers = [:]
        let parts = item.products.reduce(0) { $0 + $1.price.minorUnits }
        #expect(item.products.isEmpty || order.price(of: alone)?.minorUnits == parts)
      }
    }
  }

  @Test(arguments: 1...64)
  func `The lowest price is that of the cheapest way there is`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    for stops in [[], world.stops(), world.stops()] {
      let (order, slow) = (try menu.at(stops: stops), SlowMenu(world.document, stops: stops))
      for variant in world.document.products.rows.flatMap(\.variants.rows) {
        let lowest = order.lowestPrice(of: .variant(Variant.ID(rawValue: variant.id)))
        guard slow.isAvailable(variant.id) else {
          #expect(lowest == nil)
          continue
        }
        guard let expected = slow.lowestPrice(of: variant) else { continue }
        #expect(lowest?.minorUnits == Int64(expected), "\(variant.id)")
      }
      for combo in menu.combos.keys where order.unavailability(of: .combo(combo)) == nil {
        guard let expected = slow.lowestPrice(of: combo.rawValue) else { continue }
        #expect(order.lowestPrice(of: .combo(combo))?.minorUnits == Int64(expected), "\(combo)")
      }
    }
  }

  @Test(arguments: 1...64)
  func `The initial configuration can be ordered as it is`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    let order = try menu.at(.noon, stops: world.stops())
    for variant in menu.variants.map(\.id) where order.unavailability(of: .variant(variant)) == nil
    {
      #expect(order.problems(in: try #require(order.start(with: variant))) == [])
    }
    for combo in menu.combos.keys where order.unavailability(of: .combo(combo)) == nil {
      #expect(order.problems(in: try #require(order.start(with: combo))) == [])
      #expect(order.lowestPrice(of: .combo(combo)) != nil)
    }
  }

  @Test func `Slots and groups that the menu lacks are unknown, in the order of their ids`() throws
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

  @Test func `The problems of a group's modifiers are in the order of their ids`() throws {
    let order = try MenuSnapshot.sample().at()
    var product = ProductConfiguration("p-s")
    product.modifiers["toppings"] = ["z": 0, "garlic": 0, "cheese": 4, "a": 0]
    #expect(
      order.problems(in: product).map(\.text) == [
        "toppings a unknown", "toppings cheese too many", "toppings garlic not offered",
        "toppings z unknown",
      ])
  }
}

extension RandomMenu {
  /// Makes random items unavailable, and returns the menu at noon and the ``SlowMenu`` of the same data.
  fileprivate mutating func stopped(_ menu: MenuSnapshot) throws -> (OrderableMenu, SlowMenu) {
    let stops = stops()
    return (try menu.at(.noon, stops: stops), SlowMenu(document, stops: stops))
  }
}
