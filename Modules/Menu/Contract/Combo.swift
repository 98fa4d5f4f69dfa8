/// Several products at a price of their own.
public struct Combo: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<Combo>
  /// The name, in the menu's language.
  public let name: String
  /// What it is, in a sentence or two; may be empty.
  public let text: String
  /// How it looks; `nil` when there is no picture.
  public let image: ImageSet?
  /// What it is praised or marked for.
  public let badges: [Mark]
  /// What is to be chosen, in the order to show; never empty, and none twice.
  public let slots: [Slot.ID]

  let pricing: Pricing
  /// When it is to be had; empty for always.
  let hours: [HoursWindow]
}

/// One choice in a combo; combos may share it.
public struct Slot: Sendable, Hashable, Identifiable {
  /// The identity.
  public let id: MenuID<Slot>
  /// The name, in the menu's language.
  public let name: String
  /// What can be chosen, in the order to show; products are kept once, so these are ids.
  public var options: [Variant.ID] { offer.map(\.id) }
  /// How many may and must be chosen.
  public let quantity: QuantityRule

  let offer: SlotOffer
  /// What some options cost more, in minor units; never negative.
  let surcharges: [String: Int64]

  /// What an option costs more than others; `nil` when it does not.
  func surcharge(of option: Variant.ID) -> Int64? { surcharges[option.rawValue] }
}
