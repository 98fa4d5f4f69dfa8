import Commerce
import Foundation
import Testing

@testable import Menu
@testable import Sandbox

/// The prices of the device and those of the sandbox's server, which share no code.
struct ServerPriceTests {
  /// Random menus to compare; `MENU_SERVER_MENUS=20000` is a thorough run.
  static let menus =
    ProcessInfo.processInfo.environment["MENU_SERVER_MENUS"].flatMap { UInt64($0) } ?? 64

  @Test func `The server has the same price for whatever can be ordered`() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Almaty"))
    var count = 0
    for seed in 1...Self.menus {
      var world = RandomMenu(seed: seed)
      let order = try MenuSnapshot(world.document).at()
      let server = try JSONDecoder().decode(
        MenuPrices.self, from: JSONEncoder().encode(world.document))
      let now = Int(Date.noon.timeIntervalSince1970)
      let terms = MenuPrices.Terms(
        method: "delivery", happy: server.happyVariants(at: now, in: zone))
      let starts = order.menu.variants.compactMap { order.start(with: $0.id) }
      for wish in starts + (0..<24).map({ _ in world.configuration() })
      where order.problems(in: wish) == [] {
        count += 1
        #expect(
          order.price(of: wish)?.minorUnits
            == server.unitPrice(of: CartView.Configuration(wish, order.menu), terms),
          "\(seed) \(wish)")
      }
      let combos = order.menu.combos.keys.compactMap { order.start(with: $0) }
      for wish in combos + (0..<24).map({ _ in world.combo() }) where order.problems(in: wish) == []
      {
        count += 1
        let line = CartView.Configuration(wish, order.menu)
        #expect(
          order.price(of: wish)?.minorUnits == server.unitPrice(of: line, terms), "\(seed) \(wish)")
      }
    }
    #expect(count > 10 * Int(Self.menus))
  }
}

extension CartView.Configuration {
  /// Creates the line of a cart for a configured product.
  init(_ wish: ProductConfiguration, _ menu: MenuSnapshot) {
    func product(_ variant: Variant.ID) -> String { menu.variants[variant]?.product.rawValue ?? "" }
    let half = wish.secondHalf.map { half in
      Part(
        slot: Self.secondHalf,
        configuration: Self(
          product: product(half.variant), variant: half.variant.rawValue, modifiers: [],
          removed: [], parts: []))
    }
    self.init(
      product: product(wish.variant), variant: wish.variant.rawValue,
      modifiers: Self.modifiers(wish.modifiers), removed: wish.removed.map(\.rawValue).sorted(),
      parts: half.map { [$0] } ?? [])
  }

  /// Creates the line of a cart for a configured combo.
  init(_ wish: ComboConfiguration, _ menu: MenuSnapshot) {
    self.init(
      product: wish.combo.rawValue, variant: nil, modifiers: Self.modifiers(wish.modifiers),
      removed: [],
      parts: wish.choices.flatMap { slot, choices in
        choices.map { Part(slot: slot.rawValue, configuration: Self($0, menu)) }
      })
  }

  private static func modifiers(_ selection: ModifierSelection) -> [Modifier] {
    selection.flatMap { group, taken in
      taken.filter { $0.value > 0 }.map { choice, count in
        Modifier(
          id: choice.modifier.rawValue, group: group.rawValue, count: count,
          portion: choice.portion?.rawValue, amount: choice.amount?.rawValue)
      }
    }
  }
}
