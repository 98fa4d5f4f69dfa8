/// The prices of a menu, with the variants' prices at one time of the day.
///
/// Integers of 128 bits suffice for all sums: a price is below 2^40, a count below 2^63, and a
/// configuration has fewer than 2^20 different modifiers.
struct PriceList {
  let menu: MenuSnapshot
  /// The local time of the prices; `nil` for the regular prices.
  var time: CityCalendar.Moment?

  func price(of variant: Variant) -> Int64 {
    guard let time, !variant.timedPrices.isEmpty else { return variant.price }
    return variant.timedPrices.first { $0.hours.areOpen(at: time) }?.price ?? variant.price
  }

  func price(of configuration: ProductConfiguration) -> Int128? {
    amounts(of: configuration).map { $0.base + $0.added }
  }

  func price(of configuration: ComboConfiguration) -> Int128? { amounts(of: configuration)?.total }

  /// Returns the price of an option with its surcharge; `nil` if the menu does not have the option.
  ///
  /// The combo's pricing rule is not applied, so use the price only to compare options.
  func price(of option: Variant.ID, in slot: ComboSlot) -> Int64? {
    menu.variants[option].map { price(of: $0) + (slot.surcharge(of: option) ?? 0) }
  }

  /// Returns the amount that each product adds to the price of a combo, and the price of the combo.
  ///
  /// The amounts are in the order of the combo's slots. The result is `nil` if a part of the
  /// configuration has no price, even one in a slot that the combo does not have.
  func amounts(of configuration: ComboConfiguration) -> (products: [Int128], total: Int128)? {
    guard let combo = menu.combos[configuration.combo], menu.isPriced(.combo(combo.id)),
      let modifiers = added(by: configuration.modifiers, in: menu.groups(of: combo), to: nil)
    else { return nil }
    for (id, choices) in configuration.choices where !combo.slots.contains(id) {
      guard menu.slots[id] != nil, choices.allSatisfy({ amounts(of: $0) != nil }) else {
        return nil
      }
    }
    var parts: [(slot: ComboSlot.ID, price: Int128)] = []
    var extras: [Int128] = []
    for slot in combo.slots.compactMap({ menu.slots[$0] }) {
      for choice in configuration.choices[slot.id] ?? [] {
        guard let (base, added) = amounts(of: choice, in: slot) else { return nil }
        parts.append((slot.id, base))
        extras.append(added + Int128(slot.surcharge(of: choice.variant) ?? 0))
      }
    }
    let products = zip(combo.pricing.shares(of: parts), extras).map { max(0, $0 + $1) }
    let sum = parts.isEmpty ? Int128(combo.pricing.fixedAmount ?? 0) : products.reduce(0, +)
    return (products, max(0, sum + modifiers))
  }

  /// Returns the two parts of the price of a configured product.
  ///
  /// `base` is the price of the product or its two halves, and `added` is the price of the modifiers.
  /// Their sum is never negative. The result is `nil` if the menu lacks a part of the configuration or
  /// cannot price it. It is also `nil` if the configuration has a second half, but the product is sold
  /// only whole.
  private func amounts(
    of configuration: ProductConfiguration, in slot: ComboSlot? = nil
  ) -> (base: Int128, added: Int128)? {
    guard let variant = menu.variants[configuration.variant],
      menu.isPriced(.product(variant.product))
    else { return nil }
    if configuration.modifiers.isEmpty, configuration.secondHalf == nil {
      return (Int128(price(of: variant)), 0)
    }
    guard let product = menu.products[variant.product],
      let added = added(
        by: configuration.modifiers, in: menu.groups(of: product, as: variant), to: variant,
        slot?.allowances ?? product.allowances)
    else { return nil }
    var base = Int128(price(of: variant))
    if let half = configuration.secondHalf {
      guard let rule = product.halfRule, let other = menu.variants[half.variant],
        menu.isPriced(.product(other.product))
      else { return nil }
      base = Int128(rule.pricing.price(price(of: variant), price(of: other)))
    }
    return (base, max(added, -base))
  }

  /// Returns the price of modifiers that are selected for a product; `nil` stands for a combo.
  ///
  /// Modifiers outside the offered groups add nothing. The result is `nil` if the menu lacks one of the
  /// modifiers or cannot price it, even outside the offered groups.
  func added(
    by taken: ModifierSelection, in groups: [ModifierGroup], to variant: Variant?,
    _ allowances: [Allowance] = []
  ) -> Int128? {
    guard !taken.isEmpty else { return 0 }
    let isKnown = taken.allSatisfy { group, taken in
      menu.groups[group] != nil
        && taken.keys.allSatisfy {
          menu.modifiers[$0.modifier] != nil && menu.isPriced(.modifier($0.modifier))
        }
    }
    guard isKnown else { return nil }
    var sum: Int128 = 0
    var shared = allowances.map { Units(free: $0.free) }
    for (place, group) in menu.groups(groups, with: taken).enumerated() {
      guard let taken = taken[group.id] else { continue }
      var units = Units(free: group.free)
      for (choice, count) in taken where count > 0 {
        guard let modifier = menu.modifiers[choice.modifier] else { continue }
        units.prices.append(
          UnitPrice(
            each: modifier.price(in: group.id, to: variant),
            percent: choice.portion == nil ? 100 : group.halfPercent ?? 100,
            count: group.units(count, of: choice), place: place, choice: choice))
      }
      if !group.tiers.isEmpty {
        sum += group.tiers.price(of: units.prices.reduce(0) { $0 + $1.count })
      } else if let index = allowances.firstIndex(where: { $0.groups.contains(group.id) }) {
        shared[index].prices += units.prices
      } else {
        sum += units.price
      }
    }
    return shared.reduce(sum) { $0 + $1.price }
  }

  /// Selected units with the same price.
  private struct UnitPrice {
    let each: Int64
    /// The percentage of the price that is charged.
    let percent: Int
    let count: Int128
    /// The position of the group.
    let place: Int
    let choice: ModifierChoice

    /// A value by which prices of one unit can be compared.
    var rank: Int128 { Int128(each) * Int128(percent) }

    /// Whether a unit is free before another one.
    ///
    /// The order of equally cheap units is fixed, because the price of each choice is rounded.
    func isFree(before other: UnitPrice) -> Bool {
      rank == other.rank
        ? (place, choice) < (other.place, other.choice) : rank < other.rank
    }
  }

  /// Selected units of which the cheapest are free of charge.
  private struct Units {
    let free: Int
    var prices: [UnitPrice] = []

    /// The price without the free units, rounded half away from zero for each modifier.
    ///
    /// A unit that lowers the price is never free.
    var price: Int128 {
      var missing = Int128(free)
      var sum: Int128 = 0
      for unit in free > 0 ? prices.sorted(by: { $0.isFree(before: $1) }) : prices {
        let gratis = unit.each < 0 ? 0 : min(unit.count, missing)
        missing -= gratis
        let hundredths = unit.rank * (unit.count - gratis)
        sum += (hundredths + (hundredths < 0 ? -50 : 50)) / 100
      }
      return sum
    }
  }
}

extension ModifierGroup {
  /// Returns the number of units as which a quantity of a choice is counted and charged.
  func units(_ count: Int, of choice: ModifierChoice) -> Int128 {
    let amount = choice.amount.flatMap { id in amounts.first { $0.id == id } }
    return Int128(count) * Int128(amount?.units ?? 1)
  }
}

extension MenuSnapshot {
  /// Whether this release can price an item; the item may need a rule of a later release.
  func isPriced(_ item: MenuItem) -> Bool {
    content.tables.unpriced.isEmpty || !content.tables.unpriced.contains(item)
  }

  func groups(of combo: Combo) -> [ModifierGroup] { combo.groups.compactMap { groups[$0] } }

  /// Returns the groups that a product offers for a variant, with their limits for this variant.
  func groups(of product: MenuProduct, as variant: Variant) -> [ModifierGroup] {
    guard !product.offers.isEmpty else { return product.ownGroups }
    return product.ownGroups.compactMap { group in
      let offers = product.offers.filter { $0.group == group.id }
      guard !offers.isEmpty else { return group }
      return offers.first { $0.includes(variant) }.map { offer in
        var group = group
        group.quantity = offer.quantity
        group.free = offer.free
        return group
      }
    }
  }

  /// Returns groups, followed by the groups that the selected modifiers offer.
  func groups(_ own: [ModifierGroup], with taken: ModifierSelection) -> [ModifierGroup] {
    var offered = own
    var next = 0
    while next < offered.count {
      let group = offered[next]
      next += 1
      // This condition skips most groups quickly, because few modifiers offer groups.
      guard let taken = taken[group.id],
        taken.contains(where: { $1 > 0 && modifiers[$0.modifier]?.groups.isEmpty == false })
      else { continue }
      for modifier in group.modifiers where taken.contains(modifier) {
        for id in modifiers[modifier]?.groups ?? [] where !offered.contains(where: { $0.id == id })
        {
          if let nested = groups[id] { offered.append(nested) }
        }
      }
    }
    return offered
  }
}

extension [ModifierChoice: Int] {
  /// Whether a modifier is selected, in any amount and on any half.
  func contains(_ modifier: MenuModifier.ID) -> Bool {
    contains { $0.modifier == modifier && $1 > 0 }
  }
}
