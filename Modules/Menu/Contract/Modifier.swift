/// Things that can be added to a product, and how many of them.
public struct ModifierGroup: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<ModifierGroup>
  /// The name, in the menu's language.
  public let name: String
  /// What is offered, in the order to show.
  public let modifiers: [Modifier.ID]
  /// How many may and must be taken.
  public let quantity: QuantityRule
  /// How many are not charged, the cheapest first.
  public let free: Int

  /// What is taken unless somebody says otherwise.
  let defaults: [Modifier.ID: Int]
}

/// Something added to a product; ``MenuSnapshot/price(of:in:with:)`` says what it costs there.
public struct Modifier: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<Modifier>
  /// The name, in the menu's language.
  public let name: String
  /// How many of it may be taken in one group, at least 1.
  public let maximum: Int

  /// The price of one where nothing else is said, in minor units; never negative.
  let price: Int64
  /// What may be added once this is; nothing has to be.
  var groups: [ModifierGroup.ID]
  /// What it costs elsewhere; the first that fits counts.
  var overrides: [PriceOverride] = []
}

/// How many may and must be taken of a list, and of how many kinds.
public struct QuantityRule: Sendable, Hashable {
  /// How many in all.
  public let count: ClosedRange<Int>
  /// How many different ones.
  public let kinds: ClosedRange<Int>

  /// Whether something has to be taken.
  public var isRequired: Bool { count.lowerBound > 0 || kinds.lowerBound > 0 }

  /// The fewest that satisfy both rules.
  var fewest: Int { max(count.lowerBound, kinds.lowerBound) }
}
