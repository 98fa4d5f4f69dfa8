/// Food or drink, sold in one or more variants.
public struct MenuProduct: Sendable, Hashable, Identifiable {
  /// Stable identifier of the product.
  public let id: MenuID<MenuProduct>
  /// Display name, in the menu's language.
  public let name: String
  /// Description in a sentence or two; may be empty.
  public let text: String
  /// Image of the product; `nil` if there is none.
  public let image: ImageSet?
  /// Badges to show with the name.
  public let badges: [MenuTag]
  /// Diets that the product suits.
  public let diets: [MenuTag]
  /// Allergens of the product.
  public let allergens: Allergens
  /// Combinations of size and crust; never empty.
  public let variants: [Variant.ID]
  /// Removable ingredients.
  public let ingredients: [Ingredient.ID]
  /// Products offered as a second half, in the same size and with the same crust.
  ///
  /// Empty if the product is only sold whole or if this release does not know its half-and-half
  /// rule.
  public var halves: [MenuProduct.ID] { halfRule?.partners ?? [] }

  /// Modifier groups offered, in display order.
  let groups: [ModifierGroup.ID]
  var halfRule: HalfRule?
  /// Hours of sale; empty if the product is always sold.
  let hours: [HoursWindow]
}

/// A product in one size and with one crust.
public struct Variant: Sendable, Hashable, Identifiable {
  /// Stable identifier of the variant.
  public let id: MenuID<Variant>
  /// Product of the variant.
  public let product: MenuProduct.ID
  /// Size; `nil` if the product has no sizes.
  public let size: ProductSize.ID?
  /// Crust; `nil` if the product has none.
  public let crust: Crust.ID?
  /// Weight of a portion in grams; `nil` if unknown.
  public let grams: Int?
  /// Nutrition facts of 100 g; `nil` if unknown.
  public let nutrition: Nutrition?

  /// Price without modifiers, in minor units of the menu's currency; never negative.
  let price: Int64
}

/// Size of a product; ``MenuSnapshot/sizes`` contains the names.
public enum ProductSize: Sendable {
  /// Identifier of a size.
  public typealias ID = MenuID<ProductSize>
}

/// Crust of a product; ``MenuSnapshot/crusts`` contains the names.
public enum Crust: Sendable {
  /// Identifier of a crust.
  public typealias ID = MenuID<Crust>
}

/// Removable ingredient of a product; ``MenuSnapshot/ingredients`` contains the names.
public enum Ingredient: Sendable {
  /// Identifier of an ingredient.
  public typealias ID = MenuID<Ingredient>
}

/// Products and combos under one heading.
public struct MenuCategory: Sendable, Hashable, Identifiable {
  /// Stable identifier of the category.
  public let id: MenuID<MenuCategory>
  /// Display name, in the menu's language.
  public let name: String
  /// Products and combos in display order.
  public let items: [MenuItem]
}
