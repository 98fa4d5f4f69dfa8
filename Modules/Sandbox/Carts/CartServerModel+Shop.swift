extension CartServerModel {
  /// A server of carts with a small menu, for the showcase of the module `Cart` and
  /// ``SandboxWorld``.
  ///
  /// Amounts are hundredths of a tenge.
  public static var shop: CartServerModel {
    let rules = Rules(
      minimum: 200_000, delivery: 60_000, freeFrom: 800_000,
      promos: [
        "TENTH": Promo(.percent(10)), "SUMMER": Promo(.percent(20), isExpired: true),
        "FEAST": Promo(.amount(100_000), minimum: 1_000_000), "COLA": Promo(.gift(cola)),
      ])
    let prices: [String: Int64] = [
      "margherita": 290_000, "pepperoni": 340_000, "cola": 60_000, "cheese": 35_000,
    ]
    return CartServerModel(menu: Menu(currency: "KZT", prices: prices), rules: rules)
  }

  private static var cola: CartView.Item {
    CartView.Item(
      configuration: CartView.Configuration(
        product: "cola", variant: nil, modifiers: [], removed: [], parts: []),
      city: 1_526_384, name: "Cola", variantName: "0.5 l", details: [], image: nil,
      unitPrice: CartView.Amount(minorUnits: 60_000, currency: "KZT"), revision: "1")
  }

  /// Sets prices by product or modifier id; a `nil` price removes the item from sale.
  public mutating func setPrices(_ prices: [String: Int64?]) {
    var changed = menu
    for (name, price) in prices { changed.prices[name] = price }
    menu = changed
  }
}
