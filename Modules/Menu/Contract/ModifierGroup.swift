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
