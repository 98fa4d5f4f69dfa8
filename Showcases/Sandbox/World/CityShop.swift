/// The menu and the terms of the carts in one city.
///
/// The model's own menu has the products besides them; the model's own terms do not apply.
struct CityShop: Sendable {
  /// The versions that a shop is made from; another one makes another shop.
  struct Version: Equatable, Sendable {
    let menu: Int
    let city: Int
    /// The `kind/id` of the unavailable items.
    let stopped: Set<String>
  }

  let version: Version
  let prices: MenuPrices
  let terms: [CityData.Operations.Fulfillment]
}

extension CartServerModel {
  /// The currency of a cart.
  func currency(of cart: StoredCart) -> String {
    shops[cart.city]?.prices.currency ?? menu.currency
  }

  /// Returns the price of one item in a cart, or `nil` if it is not sold.
  func unitPrice(of item: CartView.Configuration, in cart: StoredCart) -> Int64? {
    guard let shop = shops[cart.city] else { return menu.unitPrice(of: item) }
    return shop.prices.unitPrice(of: item, cart.fulfilment?.kind ?? "delivery")
      ?? menu.unitPrice(of: item)
  }

  /// Returns whether an item cannot be added now, although the menu may have it.
  func isSoldOut(_ item: CartView.Configuration, in cart: StoredCart) -> Bool {
    guard !menu.soldOut.contains(item.product) else { return true }
    guard let shop = shops[cart.city] else { return false }
    return !shop.version.stopped.isDisjoint(with: shop.prices.needs(of: item))
  }

  /// Returns the rules of a cart, with the terms of its fulfillment method in its city.
  func rules(of cart: StoredCart) -> Rules {
    guard let shop = shops[cart.city] else { return rules }
    let terms = shop.terms.first { $0.kind == cart.fulfilment?.kind }
    var rules = rules
    rules.minimum = Int64(terms?.minimumOrder ?? 0)
    rules.delivery = Int64(terms?.fee ?? 0)
    rules.freeFrom = terms?.freeFrom.map(Int64.init)
    return rules
  }
}
