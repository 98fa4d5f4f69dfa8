public import Cart
public import Foundation
public import Menu
public import Networking
public import OrderRating
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
  /// Creates the finished order of a cart, as an app passes it from a cart to the reviews.
  ///
  /// - Parameters:
  ///   - number: The number with which the order was placed.
  ///   - cart: The cart before the order was placed.
  ///   - time: The time at which the order was finished.
  public init(_ number: String, of cart: CartState, finishedAt time: Date) {
    self.init(
      number, cart.fulfillment?.method ?? .delivery,
      lines: cart.lines.enumerated().map { .init("\($0 + 1)", name: $1.item.name) },
      finishedAt: time)
  }
}
