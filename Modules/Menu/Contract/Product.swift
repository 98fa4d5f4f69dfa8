/// Something to eat or drink, in one or more variants.
public struct Product: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<Product>
  /// The name, in the menu's language.
  public let name: String
  /// What it is, in a sentence or two; may be empty.
  public let text: String
  /// How it looks; `nil` when there is no picture.
  public let image: ImageSet?
  /// What it is praised or marked for.
  public let badges: [Mark]
  /// Whose diet it suits.
  public let diets: [Mark]
  /// What may harm some people.
  public let allergens: Allergens
  /// The sizes and crusts that it is made in; never empty.
  public let variants: [Variant.ID]
  /// What it can be had without.
  public let ingredients: [Ingredient.ID]
  /// The products that may be its second half, in the same size and on the same crust; empty for what
  /// is made whole only, or has halves by a rule that this release does not know.
  public var halves: [Product.ID] { halfRule?.partners ?? [] }

  /// What can be added, in this order.
  let groups: [ModifierGroup.ID]
  var halfRule: HalfRule?
  /// When it is to be had; empty for always.
  let hours: [HoursWindow]
}

/// A product in one size and on one crust.
public struct Variant: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<Variant>
  /// What it is a variant of.
  public let product: Product.ID
  /// The size; `nil` for a product with one only.
  public let size: ProductSize.ID?
  /// The crust; `nil` for what has none.
  public let crust: Crust.ID?
  /// The weight of a portion in grams; `nil` when nobody says.
  public let grams: Int?
  /// What 100 g have; `nil` when nobody says.
  public let nutrition: Nutrition?

  /// Without additions, in minor units of the menu's currency; never negative.
  let price: Int64
}

/// How large a product is made; the menu has the names.
public enum ProductSize: Sendable {
  /// Names a size.
  public typealias ID = MenuID<ProductSize>
}

/// What a product is baked on; the menu has the names.
public enum Crust: Sendable {
  /// Names a crust.
  public typealias ID = MenuID<Crust>
}

/// Something that a product is made of and can be had without; the menu has the names.
public enum Ingredient: Sendable {
  /// Names an ingredient.
  public typealias ID = MenuID<Ingredient>
}

/// Products and combos under one heading.
public struct MenuCategory: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<MenuCategory>
  /// The name, in the menu's language.
  public let name: String
  /// Its products and combos, in the order to show; nothing else.
  public let items: [MenuItem]
}
