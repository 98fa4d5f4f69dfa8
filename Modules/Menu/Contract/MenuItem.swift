/// A reference to a part of the menu that can be unavailable.
public enum MenuItem: Sendable, Hashable {
  /// A product in any size.
  case product(MenuProduct.ID)
  /// A product in one size and with one crust.
  case variant(Variant.ID)
  /// A combo as a whole; the products in its slots are items of their own.
  case combo(Combo.ID)
  /// A modifier, in all groups that offer it.
  case modifier(MenuModifier.ID)
  /// A removable ingredient; while it is unavailable, products are ordered without it.
  case ingredient(Ingredient.ID)
  /// All variants of one size.
  case size(ProductSize.ID)
  /// All products and combos of a category.
  case category(MenuCategory.ID)
}
