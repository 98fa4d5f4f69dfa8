/// Several products at a price of their own.
public struct Combo: Sendable, Hashable, Identifiable {
  /// Names a combo.
  public typealias ID = MenuID<Combo>

  /// What a combo costs; a rule unknown to this release is kept as it came, and such a combo is not
  /// sold.
  public enum Pricing: Sendable, Hashable {
    /// This much, in minor units, whatever is chosen; surcharges and additions come on top.
    case fixed(Int64)
    /// What its parts cost apart, less so many percent of each; additions are not reduced.
    case parts(percentOff: Int)
    /// A rule of a later release.
    case unknown(String)
  }

  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// What it is, in a sentence or two; may be empty.
  public let text: String
  /// How it looks; `nil` when there is no picture.
  public let image: ImageSet?
  /// What it is praised or marked for.
  public let badges: [Badge]
  /// What is to be chosen, in the order to show; never empty, and none twice.
  public let slots: [Slot.ID]
  /// What it costs.
  public let pricing: Pricing
  /// When it is to be had; empty for always.
  public let hours: [HoursWindow]
}

/// One choice in a combo; combos may share it.
public struct Slot: Sendable, Hashable, Identifiable {
  /// Names a slot.
  public typealias ID = MenuID<Slot>

  /// The identity.
  public let id: ID
  /// The name, in the menu's language.
  public let name: String
  /// What can be chosen, in the order to show; products are kept once, so these are ids.
  public let options: [Variant.ID]
  /// What some options cost more, in minor units; never negative.
  public let surcharges: [Variant.ID: Int64]
  /// How many may and must be chosen.
  public let quantity: QuantityRule
}
