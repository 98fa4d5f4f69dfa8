/// Something to eat or drink, in one or more variants.
public struct Product: Sendable, Hashable, Identifiable {
  /// Names a product.
  public typealias ID = MenuID<Product>

  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// What it is, in a sentence or two; may be empty.
  public let text: String
  /// How it looks; `nil` when there is no picture.
  public let image: ImageSet?
  /// What it is praised or marked for.
  public let badges: [Badge]
  /// Whose diet it suits.
  public let diets: [Diet]
  /// What may harm some people.
  public let allergens: Allergens
  /// The sizes and crusts that it is made in; never empty.
  public let variants: [Variant.ID]
  /// What it can be had without.
  public let ingredients: [Ingredient.ID]
  /// What can be added, in this order.
  public let groups: [ModifierGroup.ID]
  /// What may be its second half; `nil` when it is made whole only.
  public internal(set) var halves: HalfRule?
  /// When it is to be had; empty for always.
  public let hours: [HoursWindow]
}

/// A product in one size and on one crust.
public struct Variant: Sendable, Hashable, Identifiable {
  /// Names a variant; no two products have one in common.
  public typealias ID = MenuID<Variant>

  /// The identity.
  public let id: ID
  /// What it is a variant of.
  public let product: Product.ID
  /// The size; `nil` for a product with one only.
  public let size: ProductSize.ID?
  /// The crust; `nil` for what has none.
  public let crust: Crust.ID?
  /// The price without additions, in minor units of the menu's currency; never negative.
  public let price: Int64
  /// The weight of a portion in grams; `nil` when nobody says.
  public let grams: Int?
  /// What 100 g have; `nil` when nobody says.
  public let nutrition: Nutrition?
}

/// How large a product is made.
public struct ProductSize: Sendable, Hashable, Identifiable {
  /// Names a size.
  public typealias ID = MenuID<ProductSize>
  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
}

/// What a product is baked on.
public struct Crust: Sendable, Hashable, Identifiable {
  /// Names a crust.
  public typealias ID = MenuID<Crust>
  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
}

/// Something that a product is made of and can be had without.
public struct Ingredient: Sendable, Hashable, Identifiable {
  /// Names an ingredient.
  public typealias ID = MenuID<Ingredient>
  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
}

/// Products and combos under one heading.
public struct MenuCategory: Sendable, Hashable, Identifiable {
  /// Names a category.
  public typealias ID = MenuID<MenuCategory>
  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// Its products and combos, in the order to show; nothing else.
  public let items: [MenuItem]
}
