public import Cart
public import Menu
public import Networking
public import OrderRating
public import Orders
import Pricing
import Sandbox

extension CartItem {
  /// Creates the item of a configured product or combo, as an app passes it from a menu to a cart.
  ///
  /// - Parameters:
  ///   - ordered: The product or combo, with its choices and its price.
  ///   - menu: The menu that it is from.
  ///   - city: The menu's city.
  public init(_ ordered: OrderedItem, in menu: MenuSnapshot, of city: CityID) {
    let details = ([ordered] + ordered.products).flatMap { item in
      (item.slot.isEmpty ? [] : [item.name]) + item.parts.filter { $0.kind != .size }.map(\.words)
    }
    self.init(
      CartConfiguration(ordered, in: menu), city: city, name: ordered.name,
      variantName: ordered.parts.first { $0.kind == .size }?.name, details: details,
      image: ordered.image?.path, unitPrice: ordered.price, revision: "\(menu.revision)")
  }
}

extension OrderedItem.Part {
  fileprivate var words: String {
    switch kind {
    case .removed, .removedFromSecondHalf: "− \(name)"
    case .modifier: count == 1 ? "+ \(name)" : "+ \(name) ×\(count)"
    case .secondHalf: "½ \(name)"
    case .size, .crust: name
    }
  }
}

extension CartConfiguration {
  fileprivate init(_ ordered: OrderedItem, in menu: MenuSnapshot) {
    func product(of variant: Variant.ID) -> String {
      menu.variants[variant]?.product.rawValue ?? variant.rawValue
    }
    func ids(_ kind: OrderedItem.Part.Kind) -> [String] {
      ordered.parts.filter { $0.kind == kind }.map(\.id)
    }
    switch ordered.item {
    case .variant(let variant):
      let second = ids(.secondHalf).map { id in
        Part(
          CartView.Configuration.secondHalf,
          CartConfiguration(
            product: product(of: Variant.ID(rawValue: id)), variant: id,
            removed: ids(.removedFromSecondHalf)))
      }
      self.init(
        product: product(of: variant), variant: variant.rawValue,
        modifiers: ordered.parts.filter { $0.kind == .modifier }.map {
          Modifier($0.id, in: $0.group, count: $0.count)
        }, removed: ids(.removed), parts: second)
    case .combo(let combo):
      self.init(
        product: combo.rawValue,
        parts: ordered.products.map { Part($0.slot, CartConfiguration($0, in: menu)) })
    case .product, .modifier, .ingredient:
      preconditionFailure("a menu returns ordered variants and combos")
    }
  }
}

extension RatableOrder {
  /// Creates the value that an app passes from the orders to the reviews.
  public init(_ order: Order) {
    self.init(
      order.id, order.fulfillment.method, lines: order.lines.map { .init($0.id, name: $0.name) },
      finishedAt: order.status == .fulfilled ? order.finishedAt : nil)
  }
}

extension Order {
  /// Creates the value that an app passes from a cart to the orders; `nil` while the server has not answered.
  public init?(_ placed: PlacedOrder) {
    guard let number = placed.number, let first = placed.lines.first else { return nil }
    let none = Money.zero(first.price.unit.currency)
    self.init(
      id: number, key: placed.id, city: placed.city,
      fulfillment: OrderFulfillment(
        placed.fulfillment?.method ?? .delivery, place: placed.fulfillment?.place ?? ""),
      lines: placed.lines.enumerated().map { index, line in
        OrderLine(
          id: "\(index + 1)", kind: OrderLine.Kind(rawValue: line.kind.rawValue),
          OrderConfiguration(line.item.configuration), name: line.item.name,
          variantName: line.item.variantName, details: line.item.details, image: line.item.image,
          quantity: line.quantity, unitPrice: line.price.unit, total: line.price.total,
          discount: Money(
            line.price.total.minorUnits - line.price.final.minorUnits, none.currency))
      },
      totals: OrderTotals(
        items: placed.totals?.items ?? none, discount: placed.totals?.discount ?? none,
        fees: placed.totals?.fees.map { OrderTotals.Fee($0.kind, $0.amount) } ?? [],
        due: placed.totals?.due ?? none))
  }
}

extension OrderConfiguration {
  /// Creates the value that an app passes from a cart to the orders.
  public init(_ item: CartConfiguration) {
    self.init(
      product: item.product, variant: item.variant,
      modifiers: item.modifiers.map { Modifier($0.id, in: $0.group, count: $0.count) },
      removed: item.removed, parts: item.parts.map { Part($0.slot, .init($0.configuration)) })
  }
}

extension CartConfiguration {
  /// Creates the value that an app passes from an order to a cart.
  public init(_ line: OrderConfiguration) {
    self.init(
      product: line.product, variant: line.variant,
      modifiers: line.modifiers.map { Modifier($0.id, in: $0.group, count: $0.count) },
      removed: line.removed, parts: line.parts.map { Part($0.slot, .init($0.configuration)) })
  }
}
