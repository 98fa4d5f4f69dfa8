/// One choice within a combo, such as the drink.
///
/// Several combos may share a slot.
public struct ComboSlot: Sendable, Hashable, Identifiable {
  /// The server's id of the slot; the key in ``MenuSnapshot/slots`` and ``ComboConfiguration/choices``.
  public let id: MenuID<ComboSlot>
  /// Display name, in the menu's language.
  public let name: String
  /// The product variants that can be chosen, in display order; not empty, without duplicates.
  ///
  /// The array is created on each access.
  public var options: [Variant.ID] { offer.map(\.id) }
  /// The limits for the number of chosen options; an option may be chosen several times.
  public let quantity: QuantityRule

  let offer: SlotOffer
  /// The surcharges for certain options, by variant id, in minor units; never negative.
  let surcharges: [String: Int64]
  /// The free units of the products in this slot; if `nil`, those of each product apply.
  let allowances: [Allowance]?

  /// Returns the surcharge of an option; `nil` if the option has no surcharge.
  func surcharge(of option: Variant.ID) -> Int64? { surcharges[option.rawValue] }
}
