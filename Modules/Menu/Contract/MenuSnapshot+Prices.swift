public import Pricing

extension MenuSnapshot {
  /// What a configuration costs, whether or not it can be ordered just now; `nil` when it names what
  /// the menu does not have, or costs more than can be counted.
  ///
  /// Never traps, whatever the numbers. One more of a paid modifier never makes it cheaper.
  public func price(of configuration: Configuration) -> Money? {
    exactPrice(of: configuration).flatMap(Int64.init(exactly:)).map(money)
  }

  /// What a combo costs, as ``price(of:)-(Configuration)``; also `nil` when its pricing is unknown.
  public func price(of configuration: ComboConfiguration) -> Money? {
    exactPrice(of: configuration).flatMap(Int64.init(exactly:)).map(money)
  }

  /// What one of a modifier costs in a group, with a variant; `nil` when the menu lacks one of them.
  public func price(
    of modifier: Modifier.ID, in group: ModifierGroup.ID, with variant: Variant.ID
  ) -> Money? {
    guard let modifier = modifiers[modifier], groups[group] != nil, let variant = variants[variant]
    else { return nil }
    return money(modifier.price(in: group, to: variant.size))
  }

  /// What may harm some people in a combo: it certainly contains what every choice does, and
  /// possibly what any does.
  public func allergens(of combo: Combo.ID) -> Allergens? {
    guard let combo = combos[combo] else { return nil }
    var (contained, possible) = (Set<Mark>(), Set<Mark>())
    for slot in combo.slots.compactMap({ slots[$0] }) {
      let options = slot.offer.compactMap { products[$0.product]?.allergens }
      for option in options { possible.formUnion(option.contained.union(option.possible)) }
      guard slot.quantity.isRequired, let first = options.first else { continue }
      contained.formUnion(options.reduce(first.contained) { $0.intersection($1.contained) })
    }
    return Allergens(contained: contained, possible: possible.subtracting(contained))
  }

  /// What an option of a slot costs more than others; `nil` when it does not.
  public func surcharge(of option: Variant.ID, in slot: Slot.ID) -> Money? {
    slots[slot]?.surcharge(of: option).map(money)
  }

  /// The groups that something can be added from: the product's, and those of what was added.
  public func groups(in configuration: Configuration) -> [ModifierGroup] {
    let product = variants[configuration.variant].flatMap { products[$0.product] }
    return product.map { groups(of: $0, with: configuration.modifiers) }?
      .compactMap { groups[$0] } ?? []
  }

  /// An amount of minor units in the menu's currency.
  func money(_ minorUnits: Int64) -> Money { Money(minorUnits, currency) }
}
