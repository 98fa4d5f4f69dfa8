import Cart
import Pricing
@_spi(SettledCity) import Networking

/// A tap of the user, which its number determines.
enum Tap {
  /// Adds one unit of a pizza.
  case add(CartItem)
  /// Sets the quantity of a pizza.
  case set(Int, of: CartLine.ID)
  case promo(isWanted: Bool)
  case choose(CartFulfillment)

  /// Creates the tap with a number on one of twenty pizzas; the last four get absolute quantities.
  init(_ number: Int) {
    let pizza = CartItem.margherita(withCheese: number % 20)
    switch number % 25 {
    case 23: self = .promo(isWanted: number % 50 == 23)
    case 24: self = .choose(CartFulfillment(number % 50 == 24 ? .delivery : .pickup, "here"))
    default:
      self = number % 40 < 36 ? .add(pizza) : .set(number % 9 + 1, of: pizza.line)
    }
  }
}

extension CartItem {
  /// Returns a pizza from the shop's menu, at its first price.
  fileprivate static func margherita(withCheese count: Int) -> CartItem {
    guard let tenge = CurrencyCode(rawValue: "KZT") else {
      preconditionFailure("tenge are a currency")
    }
    let cheese = CartConfiguration.Modifier("cheese", count: count)
    return CartItem(
      CartConfiguration(product: "margherita", modifiers: [cheese]),
      city: RequestContext.almaty.city, name: "Margherita with \(count) × cheese",
      unitPrice: Money(290_000 + Int64(count) * 35_000, tenge), revision: "1")
  }
}

extension RequestContext {
  static var almaty: RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "en") else {
      preconditionFailure("KZ can be sent")
    }
    return context
  }
}
