/// Stable identifier of a menu entity; it is never reused after the entity leaves the menu.
///
/// The type parameter prevents mistakes such as looking up a size among the products.
public struct MenuID<Entity>: RawRepresentable, Sendable, Hashable {
  /// Identifier used by the server.
  public let rawValue: String

  /// Wraps an identifier used by the server; the menu need not contain the entity.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension MenuID: ExpressibleByStringLiteral {
  /// Creates an identifier from a literal.
  public init(stringLiteral text: String) {
    self.init(rawValue: text)
  }
}

/// Reference to an entity that can be sold, added, left out or stopped.
public enum MenuItem: Sendable, Hashable {
  /// A product in any size.
  case product(MenuProduct.ID)
  /// A product in one size and with one crust.
  case variant(Variant.ID)
  /// Several products sold together under a pricing rule of their own.
  case combo(Combo.ID)
  /// An addition to a product.
  case modifier(MenuModifier.ID)
  /// A removable ingredient of a product.
  case ingredient(Ingredient.ID)
}
