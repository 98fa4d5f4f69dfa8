public import Pricing

extension MenuSnapshot {
  /// Returns the price of a configuration, whether or not it can be ordered.
  ///
  /// Returns `nil` if the menu lacks a variant, group or modifier of the configuration, if the
  /// product does not allow halves, or if the price exceeds the range of `Int64`. Groups that the
  /// product does not offer add nothing. Counts of any size are safe. Another unit of a paid
  /// modifier never lowers the price.
  public func price(of configuration: ProductConfiguration) -> Money? {
    exactPrice(of: configuration).flatMap(Int64.init(exactly:)).map(money)
  }

  /// Returns the price of a combo.
  ///
  /// Returns `nil` in the cases of ``price(of:)-(ProductConfiguration)`` and for an unknown pricing rule.
  /// Slots that the combo does not have add nothing.
  public func price(of configuration: ComboConfiguration) -> Money? {
    exactPrice(of: configuration).flatMap(Int64.init(exactly:)).map(money)
  }

  /// Returns the price of one modifier in a group, added to a variant.
  ///
  /// Returns `nil` if the menu lacks one of the three. The group need not offer the modifier.
  public func price(
    of modifier: MenuModifier.ID, in group: ModifierGroup.ID, with variant: Variant.ID
  ) -> Money? {
    guard let modifier = modifiers[modifier], groups[group] != nil, let variant = variants[variant]
    else { return nil }
    return money(modifier.price(in: group, to: variant.size))
  }

  /// Returns the allergens of a combo; `nil` if the menu lacks the combo.
  ///
  /// An allergen counts as contained if all options of a required slot contain it, and as possible
  /// if at least one option contains it or may contain it.
  public func allergens(of combo: Combo.ID) -> Allergens? {
    guard let combo = combos[combo] else { return nil }
    var (contained, possible) = (Set<MenuTag>(), Set<MenuTag>())
    for slot in combo.slots.compactMap({ slots[$0] }) {
      let options = slot.offer.compactMap { products[$0.product]?.allergens }
      for option in options { possible.formUnion(option.contained.union(option.possible)) }
      guard slot.quantity.isRequired, let first = options.first else { continue }
      contained.formUnion(options.reduce(first.contained) { $0.intersection($1.contained) })
    }
    return Allergens(contained: contained, possible: possible.subtracting(contained))
  }

  /// Returns the surcharge of an option in a slot; `nil` if it has none.
  public func surcharge(of option: Variant.ID, in slot: ComboSlot.ID) -> Money? {
    slots[slot]?.surcharge(of: option).map(money)
  }

  /// Returns the modifier groups that a configuration can use.
  ///
  /// These are the groups of its product and those of the selected modifiers.
  public func groups(in configuration: ProductConfiguration) -> [ModifierGroup] {
    let product = variants[configuration.variant].flatMap { products[$0.product] }
    return product.map { groups(of: $0, with: configuration.modifiers) }?
      .compactMap { groups[$0] } ?? []
  }

  /// Returns an amount of minor units as money in the menu's currency.
  func money(_ minorUnits: Int64) -> Money { Money(minorUnits, currency) }
}
