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

/// A product in one size and with one crust.
public struct Variant: Sendable, Hashable, Identifiable {
  /// The server's id of the variant; unique in the menu, not only in the product.
  public let id: MenuID<Variant>
  /// The product that is sold as this variant; the menu always contains it.
  public let product: MenuProduct.ID
  /// The size, whose name is in ``MenuSnapshot/sizes``; `nil` if the variant has no size.
  public let size: ProductSize.ID?
  /// The crust, whose name is in ``MenuSnapshot/crusts``; `nil` if the variant has no crust.
  public let crust: Crust.ID?
  /// Weight of a portion in grams, 0 to 100,000; `nil` if unknown.
  public let grams: Int?
  /// Nutrition facts of 100 g; `nil` if unknown.
  public let nutrition: Nutrition?

  /// Price without modifiers, in minor units of the menu's currency; never negative.
  let price: Int64
  /// The prices that replace ``price`` during certain hours; the first whose hours are open applies.
  let timedPrices: [TimedPrice]
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

/// Nutrition facts of 100 g or of a portion.
public struct Nutrition: Sendable, Hashable, Codable {
  /// Energy in kilojoules.
  public let kilojoules: Int
  /// Energy in kilocalories.
  public let kilocalories: Int
  /// Proteins in tenths of a gram.
  public let proteins: Int
  /// Fats in tenths of a gram.
  public let fats: Int
  /// Carbohydrates in tenths of a gram.
  public let carbohydrates: Int

  /// Converts the nutrition facts of 100 g to those of a portion with this weight.
  ///
  /// ```swift
  /// let facts = variant.grams.flatMap { variant.nutrition?.portion(grams: $0) }
  /// ```
  public func portion(grams: Int) -> Nutrition {
    func share(_ value: Int) -> Int { Int(clamping: (Int128(value) * Int128(grams) + 50) / 100) }
    return Nutrition(
      kilojoules: share(kilojoules), kilocalories: share(kilocalories), proteins: share(proteins),
      fats: share(fats), carbohydrates: share(carbohydrates))
  }

  var isPossible: Bool {
    let possible = 0...10_000
    // The values are compared one by one. With an array of the values, a menu with thousands of
    // variants would allocate thousands of arrays.
    return possible.contains(kilojoules) && possible.contains(kilocalories)
      && possible.contains(proteins) && possible.contains(fats)
      && possible.contains(carbohydrates)
  }
}

/// One image in several widths, with a placeholder color.
public struct ImageSet: Sendable, Hashable, Codable {
  /// The path of the image on the server; append a width, such as `/320`.
  public let path: String
  /// Available widths in pixels, one of which is appended to ``path``; may be empty.
  public let widths: [Int]
  /// Color to show while the image loads, as `#RRGGBB`.
  public let placeholder: String

  /// Returns the narrowest available width that is at least `pixels`.
  ///
  /// Returns the widest available width if all widths are smaller than `pixels`. Returns `nil` if there
  /// are no widths.
  ///
  /// ```swift
  /// let path = image.width(filling: 640).map { "\(image.path)/\($0)" }
  /// ```
  public func width(filling pixels: Int) -> Int? {
    widths.filter { $0 >= pixels }.min() ?? widths.max()
  }
}

/// Allergens of a product, a combo or a configuration.
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

/// A label that the server defines: an allergen, a diet or a badge.
///
/// Labels that this release does not know are preserved.
public struct MenuTag: RawRepresentable, Sendable, Hashable {
  /// The server's id of the label, such as `gluten` or `vegetarian`.
  public let rawValue: String
  /// Creates a label from the server's id, also from one that this release does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Badge of a recent addition to the menu.
  public static let new = MenuTag(rawValue: "new")
  /// The badge of an item that is ordered often.
  public static let hit = MenuTag(rawValue: "hit")
  /// Badge of spicy food.
  public static let spicy = MenuTag(rawValue: "spicy")
}

/// The server's id of a menu entity; the server never reuses it for another entity.
///
/// The type parameter prevents, for example, looking up a size among the products.
public struct MenuID<Entity>: RawRepresentable, Sendable, Hashable {
  /// The text of the id, such as `margherita-30`, as it is sent and stored.
  public let rawValue: String

  /// Creates an id from the server's text, without checking that a menu contains the entity.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension MenuID: ExpressibleByStringLiteral {
  /// Creates an id from a literal, such as `"margherita-30"`.
  public init(stringLiteral text: String) {
    self.init(rawValue: text)
  }
}

/// A reference to a part of the menu that can be unavailable.
public enum MenuItem: Sendable, Hashable {
  /// A product in any size.
  case product(MenuProduct.ID)
  /// A product in one size and with one crust.
  case variant(Variant.ID)
  /// Several products that are sold together, with a pricing rule for the whole.
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
