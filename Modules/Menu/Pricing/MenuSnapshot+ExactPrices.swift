import Pricing

// Integers of 128 bits suffice for all sums: a price is below 2^40, a count below 2^63, and a
// configuration has fewer than 2^20 different modifiers.
extension MenuSnapshot {
  func exactPrice(of configuration: ProductConfiguration) -> Int128? {
    amounts(of: configuration).map { $0.base + $0.added }
  }

  func exactPrice(of configuration: ComboConfiguration) -> Int128? {
    guard let combo = combos[configuration.combo] else { return nil }
    var sum = combo.pricing.base
    for (id, choices) in configuration.choices {
      guard let slot = slots[id] else { return nil }
      let isOffered = combo.slots.contains(id)
      for choice in choices {
        // If the product of a choice is unknown, the combo has no price. Therefore the share is
        // computed even for a choice in a slot that the combo does not have.
        guard let share = share(of: choice, in: slot, combo.pricing) else { return nil }
        if isOffered { sum += share }
      }
    }
    if case .unknown = combo.pricing { return nil }
    return sum
  }

  /// Returns the amount that a choice adds to the price of a combo; `nil` if the choice has no price.
  func share(of choice: ProductConfiguration, in slot: ComboSlot, _ pricing: Combo.Pricing)
    -> Int128?
  {
    amounts(of: choice).map { base, added in
      pricing.share(of: base) + Int128(slot.surcharge(of: choice.variant) ?? 0) + added
    }
  }

  /// Returns the price of an option with its surcharge; `nil` if the menu does not have the option.
  ///
  /// The combo's pricing rule is not applied, so use the price only to compare options.
  func price(of option: Variant.ID, in slot: ComboSlot) -> Int64? {
    variants[option].map { $0.price + (slot.surcharge(of: option) ?? 0) }
  }

  /// Returns the two parts of the price of a configured product.
  ///
  /// `base` is the price of the product or its two halves, and `added` is the price of the modifiers.
  /// The result is `nil` if the menu lacks a part of the configuration. It is also `nil` if the
  /// configuration has a second half, but the product is sold only whole.
  private func amounts(of configuration: ProductConfiguration) -> (base: Int128, added: Int128)? {
    guard let variant = variants[configuration.variant] else { return nil }
    if configuration.modifiers.isEmpty, configuration.secondHalf == nil {
      return (Int128(variant.price), 0)
    }
    guard let product = products[variant.product],
      let added = additions(of: configuration, to: variant, of: product)
    else { return nil }
    guard let half = configuration.secondHalf else { return (Int128(variant.price), added) }
    guard let rule = product.halfRule, let other = variants[half.variant] else { return nil }
    return (Int128(rule.pricing.price(variant.price, other.price)), added)
  }

  private func additions(
    of configuration: ProductConfiguration, to variant: Variant, of product: MenuProduct
  ) -> Int128? {
    // A configuration with an unknown modifier must not have a price. Therefore this check includes the
    // groups that the product does not offer, although they do not add to the price.
    let isKnown = configuration.modifiers.allSatisfy { group, taken in
      groups[group] != nil && taken.keys.allSatisfy { modifiers[$0] != nil }
    }
    guard isKnown else { return nil }
    var sum: Int128 = 0
    for id in groups(of: product, with: configuration.modifiers) {
      guard let group = groups[id], let taken = configuration.modifiers[id] else { continue }
      sum += price(of: taken, in: group, to: variant.size)
    }
    return sum
  }

  /// Returns the groups of a product, followed by the groups that selected modifiers offer.
  ///
  /// `taken` contains the selected quantities, by group.
  func groups(
    of product: MenuProduct, with taken: [ModifierGroup.ID: [MenuModifier.ID: Int]]
  ) -> [ModifierGroup.ID] {
    var offered = product.groups
    var next = 0
    while next < offered.count {
      let id = offered[next]
      next += 1
      // This condition skips most groups quickly, because few modifiers offer groups.
      guard let taken = taken[id],
        taken.contains(where: { $1 > 0 && modifiers[$0]?.groups.isEmpty == false }),
        let group = groups[id]
      else { continue }
      for modifier in group.modifiers where taken[modifier] ?? 0 > 0 {
        for group in modifiers[modifier]?.groups ?? [] where !offered.contains(group) {
          offered.append(group)
        }
      }
    }
    return offered
  }

  /// Returns the price of the selected modifiers of a group, without the units that are free of charge.
  ///
  /// `taken` contains the quantity of each modifier. `size` is the size of the product; `nil` if the
  /// product has no sizes. The cheapest units are free; ``ModifierGroup/free`` is their number.
  func price(
    of taken: [MenuModifier.ID: Int], in group: ModifierGroup, to size: ProductSize.ID?
  ) -> Int128 {
    var units: [(price: Int64, count: Int)] = []
    units.reserveCapacity(taken.count)
    for (id, count) in taken {
      if let modifier = modifiers[id], count > 0 {
        units.append((modifier.price(in: group.id, to: size), count))
      }
    }
    var charged = units.reduce(Int128(-group.free)) { $0 + Int128($1.count) }
    if group.free > 0 { units.sort { $0.price > $1.price } }
    var sum: Int128 = 0
    for (price, count) in units where charged > 0 {
      sum += Int128(price) * min(Int128(count), charged)
      charged -= Int128(count)
    }
    return sum
  }
}
