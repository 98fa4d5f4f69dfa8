/// Several products that are sold together, with a pricing rule for the whole.
public struct Combo: Sendable, Hashable, Identifiable {
  /// The server's id of the combo; the key in ``MenuSnapshot/combos``.
  public let id: MenuID<Combo>
  /// Display name, in the menu's language.
  public let name: String
  /// Description in a sentence or two; may be empty.
  public let text: String
  /// Image of the combo; `nil` if there is none.
  public let image: ImageSet?
  /// Badges to show with the name, in the server's order; may be empty.
  public let badges: [MenuTag]
  /// Slots to fill, in display order; not empty, without duplicates.
  public let slots: [ComboSlot.ID]

  /// Modifier groups of the whole combo, in display order.
  let groups: [ModifierGroup.ID]
  let pricing: Pricing
  /// The hours of sale; empty if the combo is always sold.
  let hours: [HoursWindow]
}
