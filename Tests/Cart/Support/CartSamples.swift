public import Cart
public import Commerce
import Foundation
public import Networking
public import NetworkingTestSupport
public import Sandbox

extension CartItem {
  /// An item for 25.00 in Almaty.
  public static let margherita = sample("margherita", "Margherita", 2_500)
  /// An item for 30.00 in Almaty.
  public static let pepperoni = sample("pepperoni", "Pepperoni", 3_000)
  /// An item for 6.00 in Almaty.
  public static let cola = sample("cola", "Cola", 600)

  /// Returns an item of the menu with the given differences.
  public static func sample(
    _ product: String, _ name: String, _ price: Int64, currency: String = "KZT",
    city: CityID = RequestContext.almaty.city, modifiers: [ItemConfiguration.Modifier] = [],
    removed: [String] = []
  ) -> CartItem {
    guard let currency = CurrencyCode(rawValue: currency) else {
      preconditionFailure("\(currency) is no currency")
    }
    return CartItem(
      ItemConfiguration(product: product, modifiers: modifiers, removed: removed), city: city,
      name: name, details: modifiers.map(\.id) + removed.map { "no \($0)" },
      unitPrice: Money(price, currency), revision: "1")
  }
}

extension CartServerModel {
  /// A server with three products, two modifiers, a minimum of 10.00, and delivery for 5.00, which is free
  /// from 80.00.
  public static var sample: CartServerModel {
    let rules = Rules(
      minimum: 1_000, delivery: 500, freeFrom: 8_000,
      promos: [
        "TENTH": Promo(.percent(10)), "TAKE7": Promo(.amount(700)),
        "BIG": Promo(.percent(50), minimum: 100_000), "OLD": Promo(.percent(10), isExpired: true),
        "USED": Promo(.percent(10), isUsed: true), "ALONE": Promo(.percent(20), isExclusive: true),
        "COLA": Promo(.percent(100, of: "cola")), "GIFT": Promo(.gift(CartView.Item(.cola))),
      ])
    return CartServerModel(
      menu: Menu(
        currency: "KZT",
        prices: ["margherita": 2_500, "pepperoni": 3_000, "cola": 600, "cheese": 300, "ham": 400]),
      rules: rules)
  }
}

extension CartView.Item {
  /// The item in the wire format.
  public init(_ item: CartItem) {
    do {
      self = try JSONDecoder().decode(CartView.Item.self, from: JSONEncoder().encode(item))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
