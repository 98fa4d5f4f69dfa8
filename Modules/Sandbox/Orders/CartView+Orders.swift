extension CartView {
  /// A sample cart for delivery, with each kind of line that an order can have.
  ///
  /// The lines are a pizza with an added modifier and without an ingredient, a half-and-half pizza,
  /// a combo, and the gift of a promo code. The totals include a discount and a delivery fee.
  public static let evening = CartView(
    id: "cart-evening", fulfilment: Fulfillment(kind: "delivery", place: "home"),
    lines: [
      line(
        item(
          "pepperoni", "Pepperoni", 340_000, variant: ("30", "30 cm"), added: ["cheese"],
          removed: ["onion"], details: ["+ Cheese", "− Onion"]), quantity: 2, off: 68_000),
      line(
        item(
          "margherita", "Margherita", 290_000,
          parts: [Configuration.Part(slot: "secondHalf", configuration: plain("vegetarian"))],
          details: ["½ Vegetarian"]), quantity: 1, off: 29_000),
      line(
        item(
          "combo-lunch", "Lunch", 400_000,
          parts: [
            Configuration.Part(slot: "main", configuration: plain("margherita")),
            Configuration.Part(slot: "drink", configuration: plain("cola")),
          ], details: ["Margherita", "Cola"]), quantity: 1, off: 40_000),
      line(item("cola", "Cola", 0, details: []), quantity: 1, off: 0, kind: "gift"),
    ], fee: 60_000)

  /// A sample cart for pickup, with two colas.
  public static let snack = CartView(
    id: "cart-snack", fulfilment: Fulfillment(kind: "pickup", place: "unit-1"),
    lines: [line(item("cola", "Cola", 60_000, details: []), quantity: 2, off: 0)], fee: 0)

  private init(id: String, fulfilment: Fulfillment, lines: [Line], fee: Int64) {
    let items = lines.reduce(0) { $0 + $1.total }
    let discount = lines.reduce(0) { $0 + $1.total - $1.final }
    self.init(
      id: id, version: 1, city: 1_526_384, currency: "KZT", fulfilment: fulfilment, lines: lines,
      promos: [], fees: fee == 0 ? [] : [Fee(kind: "delivery", amount: fee)],
      totals: Totals(
        items: items, discounts: discount == 0 ? [] : [Discount(code: "TENTH", amount: discount)],
        discount: discount, due: items - discount + fee),
      minimum: 0, problems: [])
  }

  private static func plain(_ product: String) -> Configuration {
    Configuration(product: product, variant: nil, modifiers: [], removed: [], parts: [])
  }

  private static func item(
    _ product: String, _ name: String, _ price: Int64, variant: (id: String, name: String)? = nil,
    added: [String] = [], removed: [String] = [], parts: [Configuration.Part] = [],
    details: [String]
  ) -> Item {
    Item(
      configuration: Configuration(
        product: product, variant: variant?.id,
        modifiers: added.map { Configuration.Modifier(id: $0, group: nil, count: 1) },
        removed: removed, parts: parts),
      city: 1_526_384, name: name, variantName: variant?.name, details: details, image: nil,
      unitPrice: Amount(minorUnits: price, currency: "KZT"), revision: "1")
  }

  private static func line(
    _ item: Item, quantity: Int, off: Int64, kind: String = "chosen"
  ) -> Line {
    let total = item.unitPrice.minorUnits * Int64(quantity)
    return Line(
      kind: kind, id: kind == "chosen" ? "" : "gift", item: item, quantity: quantity,
      unitPrice: item.unitPrice.minorUnits, total: total,
      discounts: off == 0 ? [] : [Discount(code: "TENTH", amount: off)], final: total - off,
      problems: [])
  }
}
