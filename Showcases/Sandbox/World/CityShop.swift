/// The prices, the minimum order and the delivery fee for the carts in one city.
///
/// ``prices`` contains the products of the city's menu. Any other product is sold at its price in
/// ``CartServerModel/menu``. The minimum order and the delivery fee replace those in
/// ``CartServerModel/rules``.
struct CityShop: Sendable {
  /// The versions of the data from which the shop was created.
  ///
  /// If one of these versions changes, the server creates a new shop.
  struct Version: Equatable, Sendable {
    let menu: Int
    let city: Int
    /// The unavailable items, each as `kind/id`.
    let stopped: Set<String>
  }

  let version: Version
  let prices: MenuPrices
  let terms: [CityData.Operations.Fulfillment]
}

extension CartServerModel {
  /// Returns the code of a cart's currency.
  func currency(of cart: StoredCart) -> String {
    shops[cart.city]?.prices.currency ?? menu.currency
  }

  /// Returns the price of one unit in minor units, or `nil` if the item is not sold.
  func unitPrice(of item: CartView.Configuration, in cart: StoredCart) -> Int64? {
    guard let shop = shops[cart.city] else { return menu.unitPrice(of: item) }
    return shop.prices.unitPrice(of: item, cart.fulfilment?.kind ?? "delivery")
      ?? menu.unitPrice(of: item)
  }

  /// Returns whether an item cannot be ordered now; it may have a price nevertheless.
  func isSoldOut(_ item: CartView.Configuration, in cart: StoredCart) -> Bool {
    guard !menu.soldOut.contains(item.product) else { return true }
    guard let shop = shops[cart.city] else { return false }
    return !shop.version.stopped.isDisjoint(with: shop.prices.needs(of: item))
  }

  /// Returns the rules for a cart, with the minimum order and the delivery fee of its city.
  ///
  /// Both amounts depend on the cart's fulfillment method.
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
