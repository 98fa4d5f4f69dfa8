/// An amount in which a modifier can be selected, such as light or extra.
public struct ModifierAmount: Sendable, Hashable, Identifiable, Codable {
  /// The server's id of the amount; unique in the group.
  public let id: MenuID<ModifierAmount>
  /// Display name, in the menu's language.
  public let name: String
  /// The number of units as which the amount is counted and charged, 1 to 100.
  public let units: Int
}

/// An addition to a product; ``MenuSnapshot/price(of:in:with:)`` returns its price.
public struct MenuModifier: Sendable, Hashable, Identifiable {
  /// The server's id of the modifier; the key in ``MenuSnapshot/modifiers``.
  public let id: MenuID<MenuModifier>
  /// Display name, in the menu's language.
  public let name: String
  /// The maximum quantity of this modifier in one group of a product, in units, 1 to 100.
  var maximum: Int

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
