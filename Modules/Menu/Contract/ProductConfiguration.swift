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
  /// Second half of a half-and-half product.
  public struct Half: Sendable, Hashable {
    /// The variant of the second half, which must have the size and the crust of the first half.
    public var variant: Variant.ID
    /// The ingredients that are left out of this half.
    public var removed: Set<Ingredient.ID> = []

    /// Creates a half with all its ingredients.
    public init(_ variant: Variant.ID) {
      self.variant = variant
    }
  }

  /// The variant to order: the product in one size and with one crust.
  public var variant: Variant.ID
  /// The quantities of the added modifiers, by group.
  public var modifiers: ModifierSelection = [:]
  /// The ingredients that are left out.
  ///
  /// In a half-and-half product, they are left out of the first half only.
  public var removed: Set<Ingredient.ID> = []
  /// Second half; `nil` for a whole product.
  public var secondHalf: Half?

  /// Creates a configuration with all ingredients and without modifiers.
  ///
  /// ``OrderableMenu/start(with:)-(Variant.ID)`` returns a configuration with the default modifiers.
  public init(_ variant: Variant.ID) {
    self.variant = variant
  }
}

/// A combo with the customer's choices, which a screen can edit.
///
/// The choices may be invalid; ``OrderableMenu/problems(in:)-(ComboConfiguration)`` returns the reasons.
public struct ComboConfiguration: Sendable, Hashable {
  /// The combo to order.
  public var combo: Combo.ID
  /// The chosen products by slot, one element for each unit; a slot without a choice may be missing.
  ///
  /// A chosen product cannot have a second half.
  public var choices: [ComboSlot.ID: [ProductConfiguration]] = [:]
  /// The quantities of the modifiers that are added to the whole combo, by group.
  public var modifiers: ModifierSelection = [:]

  /// Creates a configuration without choices.
  ///
  /// ``OrderableMenu/start(with:)-(Combo.ID)`` returns a configuration with the required choices.
  public init(_ combo: Combo.ID) {
    self.combo = combo
  }
}

/// A reason why a configuration cannot be ordered, with the affected part.
public struct ConfigurationProblem: Sendable, Hashable {
  /// One element of the path to a part of a configuration.
  public enum Step: Sendable, Hashable {
    /// A slot of the combo.
    case slot(ComboSlot.ID)
    /// The choice at this position in the slot, counted from 0.
    case choice(Int)
    /// The second half of a half-and-half product.
    case secondHalf
    /// The affected combo, variant, modifier or ingredient; always the last element of a path.
    case item(MenuItem)
    /// A modifier group of the product or of the whole combo.
    case group(ModifierGroup.ID)
  }

  /// The kind of a problem.
  public enum Kind: Sendable, Hashable {
    /// The menu does not contain the affected item, slot or group.
    case unknown
    /// The menu contains the affected part, but does not offer it in this combo, slot, product or group.
    case notOffered
    /// The second half of a product differs from the first half in its size or crust.
    case mismatched
    /// The item is unavailable at the time of the ``OrderableMenu``.
    case unavailable(Unavailability)
    /// The total quantity in a group or slot is below the minimum.
    case tooFew(minimum: Int)
    /// The quantity of a modifier, or the total quantity in a group or slot, is above the maximum.
    ///
    /// If modifiers can be on one half of a product, the limits hold for each half.
    /// A negative quantity of a modifier is also reported as this problem. So is a modifier that needs
    /// a choice in the same group as another selected modifier.
    case tooMany(maximum: Int)
    /// The number of different items in a group or slot is below the minimum.
    case tooFewKinds(minimum: Int)
    /// The number of different items in a group or slot is above the maximum.
    case tooManyKinds(maximum: Int)
    /// The price of the configuration exceeds the range of `Int64`.
    case priceless
  }

  /// The path to the affected part of the configuration; empty if the whole configuration is affected.
  public let path: [Step]
  /// The reason why the affected part cannot be ordered.
  public let kind: Kind
}
