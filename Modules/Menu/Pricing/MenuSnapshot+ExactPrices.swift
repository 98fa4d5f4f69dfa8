import Pricing

// In 128 bits no sum of these numbers overflows: a price is below 2^40, a count below 2^63, and no
// configuration has 2^20 different modifiers.
extension MenuSnapshot {
  func exactPrice(of configuration: Configuration) -> Int128? {
    amounts(of: configuration).map { $0.base + $0.added }
  }

  func exactPrice(of configuration: ComboConfiguration) -> Int128? {
    guard let combo = combos[configuration.combo] else { return nil }
    var sum = combo.pricing.base
    for (id, choices) in configuration.choices {
      guard let slot = slots[id] else { return nil }
      for choice in choices {
        guard let share = share(of: choice, in: slot, combo.pricing) else { return nil }
        sum += share
      }
    }
    if case .unknown = combo.pricing { return nil }
    return sum
  }

  /// What a choice adds to the price of a combo.
  func share(of choice: Configuration, in slot: Slot, _ pricing: Combo.Pricing) -> Int128? {
    amounts(of: choice).map { base, added in
      pricing.share(of: base) + Int128(slot.surcharge(of: choice.variant) ?? 0) + added
    }
  }

  /// What an option costs apart or more, for comparing it with others of its slot.
  func price(of option: Variant.ID, in slot: Slot) -> Int64? {
    variants[option].map { $0.price + (slot.surcharge(of: option) ?? 0) }
  }

  /// The price of the product or of both halves, and that of what is added.
  private func amounts(of configuration: Configuration) -> (base: Int128, added: Int128)? {
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
    of configuration: Configuration, to variant: Variant, of product: Product
  ) -> Int128? {
    // Also where it is not charged: whether there is a price must not depend on what else is taken.
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

  /// The groups that are offered: the product's, and those of what was taken from them.
  func groups(
    of product: Product, with taken: [ModifierGroup.ID: [Modifier.ID: Int]]
  ) -> [ModifierGroup.ID] {
    var offered = product.groups
    var next = 0
    while next < offered.count {
      let id = offered[next]
      next += 1
      // Few modifiers have groups of their own, and a group has many modifiers.
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

  /// The dearest are charged, and as many as are free of the cheapest are not.
  func price(
    of taken: [Modifier.ID: Int], in group: ModifierGroup, to size: ProductSize.ID?
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
