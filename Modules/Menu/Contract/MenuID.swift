/// Names one thing of a menu for ever, also after it has left the menu.
///
/// The entity keeps ids of different things apart: a size is never looked up among the products.
public struct MenuID<Entity>: RawRepresentable, Sendable, Hashable {
  /// The text by which the server knows it.
  public let rawValue: String

  /// Wraps the server's text; whether there is such a thing, the menu says.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension MenuID: ExpressibleByStringLiteral {
  /// Names a thing by a literal.
  public init(stringLiteral text: String) {
    self.init(rawValue: text)
  }
}

/// What can be sold, added, left out, or stopped.
public enum MenuItem: Sendable, Hashable {
  /// A product, whatever its size.
  case product(Product.ID)
  /// A product in one size and on one crust.
  case variant(Variant.ID)
  /// Several products at a price of their own.
  case combo(Combo.ID)
  /// Something added to a product.
  case modifier(Modifier.ID)
  /// Something that a product is made of and can be had without.
  case ingredient(Ingredient.ID)
}
