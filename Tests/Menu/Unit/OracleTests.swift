import Commerce
import Foundation
import Testing

@testable import Menu
@testable import Sandbox

/// Random configurations of random menus.
///
/// ``SlowMenu`` finds their problems, and the sandbox's server their prices. Neither shares code with the
/// module.
struct OracleTests {
  /// Random configurations for each of 64 menus; `MENU_CONFIGURATIONS=100000` is a thorough run.
  static let perMenu =
    (ProcessInfo.processInfo.environment["MENU_CONFIGURATIONS"].flatMap { Int($0) } ?? 5_120) / 64

  @Test(arguments: 1...64)
  func `A configuration has the problems worked out by hand, and the price of the server`(
    _ seed: UInt64
  ) throws {
    var world = RandomMenu(seed: seed)
    let menu = try MenuSnapshot(world.document)
    #expect(menu.problems.filter { $0.kind != .empty } == [])
    let server = try JSONDecoder().decode(
      MenuPrices.self, from: JSONEncoder().encode(world.document))
    let zone = try #require(TimeZone(identifier: "Asia/Almaty"))
    let happy = server.happyVariants(at: Int(Date.noon.timeIntervalSince1970), in: zone)
    var count = 0
    for _ in 0..<Self.perMenu / 16 {
      let stops = world.stops()
      let (order, slow) = (try menu.at(stops: stops), SlowMenu(world.document, stops: stops))
      for wish in world.wishes(8, in: order) {
        let problems = order.problems(in: wish)
        #expect(Set(problems.map(\.text)) == slow.problems(wish))
        #expect(problems.count == Set(problems).count)
        let (price, item) = (order.price(of: wish), menu.ordered(wish))
        #expect((price != nil) == slow.isPriced(wish) && (item != nil) == slow.isPriced(wish))
        // A valid configuration has a price and can be added to a cart.
        #expect((order.ordered(wish) != nil) == problems.isEmpty)
        #expect(order.ordered(wish) == nil || order.ordered(wish)?.price == price)
        guard let item else { continue }
        let line = try CartView.Configuration(item, for: wish, in: menu)
        guard let regular = server.unitPrice(of: line, MenuPrices.Terms(method: "delivery")) else {
          #expect(problems.contains { $0.kind == .notOffered })
          continue
        }
        // An item does not have the modifiers that its groups lack.
        guard !problems.contains(where: \.lacksModifier) else { continue }
        count += 1
        #expect(item.price.minorUnits == regular, "\(wish)")
        let terms = MenuPrices.Terms(method: "delivery", happy: happy)
        #expect(price?.minorUnits == server.unitPrice(of: line, terms), "\(wish)")
      }
    }
    #expect(count > Self.perMenu / 2)
  }

  @Test(arguments: 1...64)
  func `The products and the modifiers of a combo add up to its price`(_ seed: UInt64) throws {
    var world = RandomMenu(seed: seed)
    let order = try MenuSnapshot(world.document).at()
    for case .combo(var combo) in world.wishes(Self.perMenu / 8, in: order) {
      guard let item = order.ordered(combo), !item.products.isEmpty else { continue }
      combo.modifiers = [:]
      let parts = item.products.reduce(0) { $0 + $1.price.minorUnits }
      #expect(order.price(of: combo)?.minorUnits == parts)
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
        guard let cheapest = slow.cheapest(variant, at: order.prices) else { continue }
        #expect(lowest == order.price(of: cheapest), "\(variant.id)")
      }
      for combo in menu.combos.keys where order.unavailability(of: .combo(combo)) == nil {
        guard let lowest = slow.lowestPrice(of: combo, at: order.prices) else { continue }
        #expect(order.lowestPrice(of: .combo(combo)) == order.prices.money(lowest), "\(combo)")
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

extension OrderableMenu {
  fileprivate func price(of selection: MenuSelection) -> Money? {
    switch selection {
    case .product(let configuration): price(of: configuration)
    case .combo(let configuration): price(of: configuration)
    }
  }
}

extension ConfigurationProblem {
  /// Whether a group does not offer a modifier.
  fileprivate var lacksModifier: Bool {
    if kind == .notOffered, case .item(.modifier)? = path.last { true } else { false }
  }
}

extension CartView.Configuration {
  /// Creates the configuration in the wire format.
  init(_ configuration: ItemConfiguration) throws {
    self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(configuration))
  }

  /// Creates the line of an item, which keeps the order of the products in each slot.
  fileprivate init(_ item: OrderedItem, for wish: MenuSelection, in menu: MenuSnapshot) throws {
    try self.init(item.configuration)
    guard case .combo(let combo) = wish else { return }
    let slots = (menu.combos[combo.combo]?.slots ?? []).flatMap { slot in
      (combo.choices[slot] ?? []).map { _ in slot.rawValue }
    }
    let parts = try zip(slots, item.products).map { slot, product in
      Part(slot: slot, configuration: try Self(product.configuration))
    }
    self.init(product: product, variant: nil, modifiers: modifiers, removed: [], parts: parts)
  }
}
