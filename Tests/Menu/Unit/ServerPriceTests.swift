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
      for wish in world.wishes(24, in: order) where order.problems(in: wish) == [] {
        count += 1
        // A line of a cart has the products of a slot in its own order.
        let line = try #require(order.ordered(wish)).configuration
        let sorted = try #require(MenuSelection(line, in: order.menu))
        let price = try server.unitPrice(of: CartView.Configuration(line), terms)
        #expect(order.ordered(sorted)?.price.minorUnits == price, "\(seed) \(wish)")
      }
    }
    #expect(count > 10 * Int(Self.menus))
  }
}

extension CartView.Configuration {
  /// Creates the configuration in the wire format.
  init(_ configuration: ItemConfiguration) throws {
    self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(configuration))
  }
}
