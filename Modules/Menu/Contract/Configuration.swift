/// A product as somebody wants it: what a configurator edits.
///
/// Any value can be made, also an impossible one; ``OrderableMenu/problems(in:)-(Configuration)``
/// says what is wrong with it.
public struct Configuration: Sendable, Hashable {
  /// Another product in the place of one half.
  public struct Half: Sendable, Hashable {
    /// Which, in the size and on the crust of the first.
    public var variant: Variant.ID
    /// What this half is made without.
    public var removed: Set<Ingredient.ID> = []

    /// Makes a half with everything in it.
    public init(_ variant: Variant.ID) {
      self.variant = variant
    }
  }

  /// The product, its size and its crust.
  public var variant: Variant.ID
  /// How many of what is added, group by group.
  public var modifiers: [ModifierGroup.ID: [Modifier.ID: Int]] = [:]
  /// What it is made without; of halves, the first one.
  public var removed: Set<Ingredient.ID> = []
  /// The second half; `nil` for a whole one.
  public var secondHalf: Half?

  /// Makes a plain one, with nothing added and everything in it.
  public init(_ variant: Variant.ID) {
    self.variant = variant
  }
}

/// A combo as somebody wants it.
public struct ComboConfiguration: Sendable, Hashable {
  /// Which.
  public var combo: Combo.ID
  /// What is chosen, slot by slot.
  public var choices: [Slot.ID: [Configuration]] = [:]

  /// Makes one with nothing chosen.
  public init(_ combo: Combo.ID) {
    self.combo = combo
  }
}

/// One thing that is wrong with a configuration, and where.
public struct ConfigurationProblem: Sendable, Hashable {
  /// One part of a configuration; several lead to a place in it.
  public enum Step: Sendable, Hashable {
    /// A slot of the combo.
    case slot(Slot.ID)
    /// The choice at a position in the slot.
    case choice(Int)
    /// The second half.
    case secondHalf
    /// The combo, the variant, the modifier or the ingredient itself.
    case item(MenuItem)
    /// A group of modifiers.
    case group(ModifierGroup.ID)
  }

  /// What is wrong.
  public enum Kind: Sendable, Hashable {
    /// The menu has no such thing.
    case unknown
    /// The menu has it, but not for this place.
    case notOffered
    /// Halves differ in size or crust.
    case mismatched
    /// It cannot be had at this time.
    case unavailable(Unavailability)
    /// Fewer than have to be taken.
    case tooFew(minimum: Int)
    /// More than may be taken, or less than none.
    case tooMany(maximum: Int)
    /// Fewer different ones than have to be taken.
    case tooFewKinds(minimum: Int)
    /// More different ones than may be taken.
    case tooManyKinds(maximum: Int)
    /// The price has more minor units than can be counted, or follows an unknown rule.
    case priceless
  }

  /// Where, from the outside in; nothing is the whole of it.
  public let path: [Step]
  /// What is wrong.
  public let kind: Kind
}
