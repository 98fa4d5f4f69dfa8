/// A list of modifiers for a product, with a rule for their quantities.
public struct ModifierGroup: Sendable, Hashable, Identifiable {
  /// Stable identifier of the group.
  public let id: MenuID<ModifierGroup>
  /// Display name, in the menu's language.
  public let name: String
  /// Modifiers offered, in display order.
  public let modifiers: [MenuModifier.ID]
  /// The minimum and maximum quantity of the selected modifiers.
  public internal(set) var quantity: QuantityRule
  /// The number of selected units that are free of charge; the cheapest units are free.
  public internal(set) var free: Int

  /// The quantities of the modifiers that are selected by default; may be empty.
  let defaults: [MenuModifier.ID: Int]
  /// The prices of the units by their position; if not empty, they replace the prices of the modifiers.
  let tiers: [PriceTier]
}

/// An addition to a product; ``MenuSnapshot/price(of:in:with:)`` returns its price.
public struct MenuModifier: Sendable, Hashable, Identifiable {
  /// Stable identifier of the modifier.
  public let id: MenuID<MenuModifier>
  /// Display name, in the menu's language.
  public let name: String
  /// The maximum quantity of this modifier in one group of a product; at least 1.
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
  /// Allowed total quantity.
  public let count: ClosedRange<Int>
  /// Allowed number of different items.
  public let kinds: ClosedRange<Int>

  /// Whether at least one item has to be selected.
  public var isRequired: Bool { count.lowerBound > 0 || kinds.lowerBound > 0 }

  /// The smallest total quantity that satisfies the minimum of ``count`` and the minimum of ``kinds``.
  var fewest: Int { max(count.lowerBound, kinds.lowerBound) }
}
