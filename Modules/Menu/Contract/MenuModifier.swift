/// A list of modifiers for a product, with a rule for their quantities.
public struct ModifierGroup: Sendable, Hashable, Identifiable {
  /// The server's id of the group, to which several products may refer; the key in
  /// ``MenuSnapshot/groups``.
  public let id: MenuID<ModifierGroup>
  /// Display name, in the menu's language.
  public let name: String
  /// Modifiers offered, in display order; not empty, without duplicates.
  public let modifiers: [MenuModifier.ID]
  /// The limits for the selected modifiers.
  ///
  /// A product may have other limits for certain variants;
  /// ``MenuSnapshot/groups(in:)-(ProductConfiguration)`` returns the group with the limits of the
  /// configured variant.
  public internal(set) var quantity: QuantityRule
  /// The number of selected units that are free of charge; the cheapest units are free.
  public internal(set) var free: Int

  /// The amounts in which a modifier can be selected besides the normal one, such as extra; may be empty.
  public let amounts: [ModifierAmount]
  /// Whether a modifier can be selected for one half of a product.
  public var offersHalves: Bool { halfPercent != nil }

  /// The quantities of the modifiers that are selected by default; may be empty.
  let defaults: [ModifierChoice: Int]
  /// The percentage of a modifier's price on one half; `nil` if modifiers are for the whole product.
  let halfPercent: Int?
  /// The prices of the units by their position; if not empty, they replace the prices of the modifiers.
  let tiers: [PriceTier]
}

/// An amount in which a modifier can be selected, such as light or extra.
public struct ModifierAmount: Sendable, Hashable, Identifiable {
  /// The server's id of the amount; unique in the group.
  public let id: MenuID<ModifierAmount>
  /// Display name, in the menu's language.
  public let name: String
  /// The number of units as which the amount is counted and charged, 1 to 100.
  public let units: Int
}

/// A modifier as it is selected in a group.
///
/// A literal such as `"bacon"` is the normal amount of a modifier on the whole product.
public struct ModifierChoice: Sendable, Hashable, ExpressibleByStringLiteral {
  /// One half of a product.
  public enum Portion: String, Sendable, Hashable, CaseIterable {
    /// The half of a product, or of a half-and-half product, that is named first or second.
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
  public init(stringLiteral text: String) {
    self.init(MenuModifier.ID(rawValue: text))
  }
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

/// An addition to a product; ``MenuSnapshot/price(of:in:with:)`` returns its price.
public struct MenuModifier: Sendable, Hashable, Identifiable {
  /// The server's id of the modifier; the key in ``MenuSnapshot/modifiers``.
  public let id: MenuID<MenuModifier>
  /// Display name, in the menu's language.
  public let name: String
  /// The maximum quantity of this modifier in one group of a product, in units, 1 to 100.
  public let maximum: Int

  /// The price of one unit where none of ``overrides`` applies, in minor units; may be negative.
  let price: Int64
  /// The groups that are offered, and may require a selection, only if this modifier is selected.
  let groups: [ModifierGroup.ID]
  /// Those of ``groups`` that require a selection, which can be attributed to one modifier only.
  let requires: [ModifierGroup.ID]
  /// The prices that replace ``price`` in certain groups, for certain sizes or with certain crusts.
  ///
  /// If several of them match, the first one applies.
  var overrides: [PriceOverride] = []
  /// Allergens of the modifier.
  let allergens: Allergens
  /// Diets that the modifier suits.
  let diets: Set<MenuTag>
}

/// The limits for the total quantity of a selection, and for its number of different items.
public struct QuantityRule: Sendable, Hashable {
  /// The allowed total quantity, within 0 to 100; an amount such as extra counts as several units.
  public let count: ClosedRange<Int>
  /// The allowed number of different modifiers or options, within 0 to 100.
  public let kinds: ClosedRange<Int>

  /// Whether at least one item has to be selected.
  public var isRequired: Bool { count.lowerBound > 0 || kinds.lowerBound > 0 }

  /// The smallest total quantity that satisfies the minimum of ``count`` and the minimum of ``kinds``.
  var fewest: Int { max(count.lowerBound, kinds.lowerBound) }
}
