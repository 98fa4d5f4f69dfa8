import Cart
import Commerce
import Networking
import Sandbox

/// A few products in two fixed cities.
///
/// The showcase uses neither the module `Menu` nor the module `Cities`.
enum Catalog {
  static let almaty = RequestContext.demo("KZ", 1_526_384)
  static let astana = RequestContext.demo("KZ", 1_526_273)

  static func name(of city: CityID?) -> String { city == astana.city ? "Astana" : "Almaty" }

  private static let tenge: CurrencyCode = {
    guard let code = CurrencyCode(rawValue: "KZT") else {
      preconditionFailure("tenge are a currency")
    }
    return code
  }()

  static func margherita(in city: RequestContext = almaty) -> CartItem {
    item("margherita", "Margherita", "30 cm", 2_900, in: city)
  }

  static func pepperoni(in city: RequestContext = almaty) -> CartItem {
    item("pepperoni", "Pepperoni", "30 cm", 3_400, in: city)
  }

  static func cola(in city: RequestContext = almaty) -> CartItem {
    item("cola", "Cola", "0.5 l", 600, in: city)
  }

  /// Returns a margherita with double cheese and without onion.
  static func special(in city: RequestContext = almaty) -> CartItem {
    let configuration = ItemConfiguration(
      product: "margherita", modifiers: [.init("cheese", count: 2)], removed: ["onion"])
    return CartItem(
      configuration, city: city.city, name: "Margherita", variantName: "30 cm",
      details: ["cheese ×2", "no onion"], unitPrice: money(2_900 + 2 * 350), revision: "1")
  }

  static func items(in city: RequestContext) -> [CartItem] {
    [margherita(in: city), special(in: city), pepperoni(in: city), cola(in: city)]
  }

  static func money(_ amount: Int64) -> Money { Money(amount * 100, tenge) }

  private static func item(
    _ product: String, _ name: String, _ variant: String, _ tenge: Int64, in city: RequestContext
  ) -> CartItem {
    CartItem(
      ItemConfiguration(product: product), city: city.city, name: name, variantName: variant,
      unitPrice: money(tenge), revision: "1")
  }
}
