/// A reason why a configuration cannot be ordered, with the affected part.
public struct ConfigurationProblem: Sendable, Hashable {
  /// One element of the path to a part of a configuration.
  public enum Step: Sendable, Hashable {
    /// A slot of the combo; the last element of the path if the slot itself is affected.
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

  /// The reason why a part of a configuration cannot be ordered.
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
    /// If modifiers can be on one half of a product, the limits hold for each half. The problem also reports:
    /// - a modifier with a negative quantity;
    /// - a modifier that requires a choice in a group that the product or another selected modifier has;
    /// - a variant or modifier of which the whole configuration has more units than are left.
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
