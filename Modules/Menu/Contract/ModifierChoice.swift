/// A modifier as it is selected in a group.
///
/// A literal such as `"bacon"` is the normal amount of a modifier on the whole product.
public struct ModifierChoice: Sendable, Hashable, ExpressibleByStringLiteral {
  /// One half of a product.
  public enum Portion: String, Sendable, Hashable, CaseIterable {
    /// The first or the second half; in a half-and-half product, the second is
    /// ``ProductConfiguration/secondHalf``.
    case first, second
  }

  /// The selected modifier, which the group has to offer.
  public var modifier: MenuModifier.ID
  /// The half on which the modifier is; `nil` for the whole product.
  public var portion: Portion?
  /// The amount of the modifier; `nil` for the normal one.
  public var amount: ModifierAmount.ID?

  /// Creates a choice, by default of the normal amount on the whole product.
  ///
  /// ```swift
  /// wish.modifiers["toppings"] = [ModifierChoice("bacon", on: .first, amount: "extra"): 1]
  /// ```
  public init(
    _ modifier: MenuModifier.ID, on portion: Portion? = nil, amount: ModifierAmount.ID? = nil
  ) {
    self.modifier = modifier
    self.portion = portion
    self.amount = amount
  }

  /// Creates a choice of the normal amount on the whole product.
  public init(stringLiteral text: String) { self.init(MenuModifier.ID(rawValue: text)) }
}

extension ModifierChoice: Comparable {
  /// Whether a choice comes before another one: by its modifier's id, its half and its amount's id.
  public static func < (first: ModifierChoice, second: ModifierChoice) -> Bool {
    first.key < second.key
  }

  private var key: (String, String, String) {
    (modifier.rawValue, portion?.rawValue ?? "", amount?.rawValue ?? "")
  }
}
