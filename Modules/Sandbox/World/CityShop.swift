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
    /// The number of units of each limited or unavailable item, each as `kind/id`.
    let unitsLeft: [String: Int]
    /// The position of the price that each variant has now instead of its regular price.
    let happy: [String: Int]
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
    let terms = MenuPrices.Terms(
      method: cart.fulfilment?.kind ?? "delivery", happy: shop.version.happy)
    return shop.prices.unitPrice(of: item, terms) ?? menu.unitPrice(of: item)
  }

  /// Returns whether an item cannot be ordered now; it may have a price nevertheless.
  func isSoldOut(_ item: CartView.Configuration, in cart: StoredCart) -> Bool {
    guard !menu.soldOut.contains(item.product) else { return true }
    return stock(of: item, in: cart) == 0
  }

  /// Returns the number of units of an item that can be ordered, or `nil` if there is no limit.
  func stock(of item: CartView.Configuration, in cart: StoredCart) -> Int? {
    let needs = shops[cart.city]?.prices.needs(of: item) ?? []
    let left = needs.compactMap { shops[cart.city]?.version.unitsLeft[$0] }
    return (left + [menu.stock[item.product]].compactMap { $0 }).min()
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
