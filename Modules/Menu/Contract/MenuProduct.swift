/// Food or a drink, which is sold in one or more variants.
public struct MenuProduct: Sendable, Hashable, Identifiable {
  /// The server's id of the product; the key in ``MenuSnapshot/products``.
  public let id: MenuID<MenuProduct>
  /// Display name, in the menu's language.
  public let name: String
  /// Description in a sentence or two; may be empty.
  public let text: String
  /// Image of the product; `nil` if there is none.
  public let image: ImageSet?
  /// Badges to show with the name, in the server's order; may be empty.
  public let badges: [MenuTag]
  /// Diets that the product suits with all its ingredients, such as `vegan`; may be empty.
  public let diets: [MenuTag]
  /// Allergens of the product with all its ingredients, without modifiers.
  public let allergens: Allergens
  /// The combinations of size and crust that are sold, in the server's order; never empty.
  public let variants: [Variant.ID]
  /// The ingredients that can be left out; ``MenuSnapshot/ingredients`` has their names.
  public let ingredients: [Ingredient.ID]
  /// The products that can be the second half of this one, in the same size and with the same crust.
  ///
  /// The list is empty if the product is sold only whole, or if this release does not know the
  /// product's half-and-half rule.
  public var halves: [MenuProduct.ID] { halfRule?.partners ?? [] }

  /// Modifier groups offered, in display order, without the changes of ``offers``.
  let ownGroups: [ModifierGroup]
  var groups: [ModifierGroup.ID] { ownGroups.map(\.id) }
  /// The changes of ``groups`` for certain variants.
  let offers: [GroupOffer]
  /// The free units that several of ``groups`` share.
  let allowances: [Allowance]
  /// The allergens that the product may be free of, and the diets that it suits, without ingredients.
  let freeWithout: [FreeWithout]
  var halfRule: HalfRule?
  /// The hours of sale; empty if the product is always sold.
  let hours: [HoursWindow]
}

/// A marker type for the ids of product sizes; ``MenuSnapshot/sizes`` contains the names.
public enum ProductSize: Sendable {
  /// The server's id of a size; the key in ``MenuSnapshot/sizes``.
  public typealias ID = MenuID<ProductSize>
}

/// A marker type for the ids of crusts; ``MenuSnapshot/crusts`` contains the names.
public enum Crust: Sendable {
  /// The server's id of a crust; the key in ``MenuSnapshot/crusts``.
  public typealias ID = MenuID<Crust>
}

/// A marker type for the ids of removable ingredients; ``MenuSnapshot/ingredients`` contains the names.
public enum Ingredient: Sendable {
  /// The server's id of an ingredient; the key in ``MenuSnapshot/ingredients``.
  public typealias ID = MenuID<Ingredient>
}

/// Products and combos under one heading.
public struct MenuCategory: Sendable, Hashable, Identifiable {
  /// The server's id of the category; unique in the menu.
  public let id: MenuID<MenuCategory>
  /// Display name, in the menu's language.
  public let name: String
  /// Products and combos in display order, each once; never empty.
  ///
  /// An item may also be in other categories.
  public let items: [MenuItem]
}

/// Allergens of a product, a combo or a configuration, as far as the server names them.
public struct Allergens: Sendable, Hashable {
  /// Allergens that are certainly contained.
  public let contained: Set<MenuTag>
  /// Allergens that may be contained, without those in ``contained``.
  public let possible: Set<MenuTag>
  /// Whether the server names the allergens of all parts.
  ///
  /// If the value is `false`, there may be further allergens.
  public let isComplete: Bool
}
