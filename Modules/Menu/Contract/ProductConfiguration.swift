/// The quantities of selected modifiers, by group; a modifier with the quantity 0 is not selected.
public typealias ModifierSelection = [ModifierGroup.ID: [ModifierChoice: Int]]

/// A product with the customer's choices, which a screen can edit.
///
/// The choices may be invalid; ``OrderableMenu/problems(in:)-(ProductConfiguration)`` returns the
/// reasons.
///
/// ```swift
/// var wish = ProductConfiguration("margherita-30")
/// wish.removed = ["basil"]
/// wish.secondHalf = ProductConfiguration.Half("diavola-30")
/// ```
public struct ProductConfiguration: Sendable, Hashable {
  /// The second half of a half-and-half product; modifiers on it are in ``ProductConfiguration/modifiers``.
  public struct Half: Sendable, Hashable {
    /// The variant of the second half, which must have the size and the crust of the first half.
    public var variant: Variant.ID
    /// The ingredients that are left out of this half.
    public var removed: Set<Ingredient.ID> = []

    /// Creates a half with all its ingredients.
    public init(_ variant: Variant.ID) { self.variant = variant }
  }

  /// The variant to order: the product in one size and with one crust.
  public var variant: Variant.ID
  /// The quantities of the added modifiers, by group.
  public var modifiers: ModifierSelection = [:]
  /// The ingredients that are left out.
  ///
  /// In a half-and-half product, they are left out of the first half only.
  public var removed: Set<Ingredient.ID> = []
  /// The second half of a half-and-half product; `nil` for a whole product.
  public var secondHalf: Half?

  /// Creates a configuration with all ingredients and without modifiers.
  ///
  /// ``OrderableMenu/start(with:)-(Variant.ID)`` returns a configuration with the default modifiers.
  public init(_ variant: Variant.ID) { self.variant = variant }
}
