extension OrderableMenu {
  func start(with variant: Variant) -> ProductConfiguration {
    var configuration = ProductConfiguration(variant.id)
    guard let product = menu.products[variant.product] else { return configuration }
    for id in product.groups {
      guard let group = menu.groups[id] else { continue }
      let taken = start(in: group, to: variant.size)
      if !taken.isEmpty { configuration.modifiers[id] = taken }
    }
    configuration.removed = Set(
      product.ingredients.filter { unavailability(of: .ingredient($0)) != nil })
    return configuration
  }

  func start(with combo: Combo) -> ComboConfiguration {
    var configuration = ComboConfiguration(combo.id)
    for slot in combo.slots.compactMap({ menu.slots[$0] }) where slot.quantity.isRequired {
      let options = slot.offer.filter { unavailability(of: $0) == nil }
      guard let first = options.first else { continue }
      let kinds = options.prefix(slot.quantity.kinds.lowerBound)
      let more = Array(repeating: first, count: slot.quantity.fewest - kinds.count)
      configuration.choices[slot.id] = (kinds + more).map(start)
    }
    return configuration
  }

  /// Returns the modifiers that are initially selected in a group.
  ///
  /// These are the group's default modifiers. If the default modifiers cannot be ordered, the result is
  /// the cheapest selection that satisfies the group's rule.
  ///
  /// `size` is the size of the product; `nil` if the product has no sizes.
  private func start(
    in group: ModifierGroup, to size: ProductSize.ID?
  ) -> [MenuModifier.ID: Int] {
    let count = group.defaults.values.reduce(0, +)
    let isEnough =
      group.quantity.count.contains(count) && group.quantity.kinds.contains(group.defaults.count)
    let isThere = group.defaults.keys.allSatisfy { stop(.modifier($0)) == nil }
    return isEnough && isThere ? group.defaults : cheapest(of: group, to: size) ?? [:]
  }

  func lowestPrice(of product: MenuProduct) -> Int64? {
    product.variants.compactMap { menu.variants[$0] }
      .compactMap { lowestPrice(of: $0, of: product) }.min()
  }

  func lowestPrice(of variant: Variant) -> Int64? {
    menu.products[variant.product].flatMap { lowestPrice(of: variant, of: $0) }
  }

  private func lowestPrice(of variant: Variant, of product: MenuProduct) -> Int64? {
    guard unavailability(of: variant, of: product) == nil else { return nil }
    return lowestAdditions(to: product, variant.size).map { variant.price + $0 }
  }

  func lowestPrice(of combo: Combo) -> Int64? {
    guard unavailability(of: combo) == nil else { return nil }
    var sum = combo.pricing.base
    for slot in combo.slots.compactMap({ menu.slots[$0] }) where slot.quantity.isRequired {
      let prices = slot.offer.compactMap { lowestShare(of: $0, in: slot, combo.pricing) }.sorted()
      guard let cheapest = prices.first else { return nil }
      let kinds = prices.prefix(slot.quantity.kinds.lowerBound)
      sum += kinds.reduce(0, +) + cheapest * Int128(slot.quantity.fewest - kinds.count)
    }
    return Int64(exactly: sum)
  }

  private func lowestShare(
    of option: Variant, in slot: ComboSlot, _ pricing: Combo.Pricing
  ) -> Int128? {
    guard let product = menu.products[option.product],
      unavailability(of: option, of: product) == nil,
      let added = lowestAdditions(to: product, option.size)
    else { return nil }
    return pricing.share(of: Int128(option.price)) + Int128(slot.surcharge(of: option.id) ?? 0)
      + Int128(added)
  }

  /// Returns the lowest price of the modifiers that a product requires.
  ///
  /// The result is `nil` if too few modifiers of a required group are available.
  ///
  /// `size` is the size of the product; `nil` if the product has no sizes. A selected modifier can offer
  /// further groups. These are not considered, because they never require a selection.
  private func lowestAdditions(to product: MenuProduct, _ size: ProductSize.ID?) -> Int64? {
    var sum: Int128 = 0
    for group in product.groups.compactMap({ menu.groups[$0] }) where group.quantity.isRequired {
      guard let taken = cheapest(of: group, to: size) else { return nil }
      sum += menu.price(of: taken, in: group, to: size)
    }
    return Int64(exactly: sum)
  }
}

extension QuantityRule {
  /// Whether there is a selection of these modifiers that satisfies this rule.
  func isSatisfiable(by modifiers: [MenuModifier]) -> Bool {
    guard fewest > 0 else { return true }
    let most = modifiers.map(\.maximum).sorted(by: >).prefix(kinds.upperBound).reduce(0, +)
    return kinds.lowerBound <= modifiers.count && fewest <= most
  }
}

extension OrderableMenu {
  /// An intermediate selection in the search of ``OrderableMenu/cheapest(of:to:)``, with its cost.
  private struct Taken {
    var cost: Int64
    var counts: [MenuModifier.ID: Int]
  }

  /// Returns the cheapest available selection that satisfies a group's rule; `nil` if there is none.
  ///
  /// `size` is the size of the product; `nil` if the product has no sizes.
  ///
  /// Choosing the cheapest modifier at each step is not sufficient. If the group allows few different
  /// modifiers and each has a low maximum, the cheapest modifiers may not reach the minimum quantity.
  /// Therefore the search fills a table. For each number of different modifiers and each total quantity,
  /// the table contains the cheapest selection. The cheapest units of a group may be free of charge. So
  /// the search adds the modifiers from the cheapest to the most expensive, and treats the first units
  /// as free.
  func cheapest(
    of group: ModifierGroup, to size: ProductSize.ID?
  ) -> [MenuModifier.ID: Int]? {
    let units = group.quantity.fewest
    guard units > 0 else { return [:] }
    let offered = available(in: group)
      .map { (modifier: $0, price: $0.price(in: group.id, to: size)) }
    guard units > 1 else {
      return offered.min { $0.price < $1.price }.map { [$0.modifier.id: 1] }
    }
    let kinds = min(group.quantity.kinds.upperBound, units)
    var best = [[Taken?]](
      repeating: Array(repeating: nil, count: units + 1), count: kinds + 1)
    best[0][0] = Taken(cost: 0, counts: [:])
    for (modifier, price) in offered.sorted(by: { $0.price < $1.price }) {
      // The loop counts down, so that it adds this modifier only to selections without this modifier. A
      // loop that counts up would find the selections that it has just created.
      for kind in (0..<kinds).reversed() {
        for unit in 0..<units {
          guard let taken = best[kind][unit] else { continue }
          for count in 1...min(modifier.maximum, units - unit) {
            let total = unit + count
            let charged = max(0, total - group.free) - max(0, unit - group.free)
            let cost = taken.cost + price * Int64(charged)
            if let known = best[kind + 1][total], known.cost <= cost { continue }
            var counts = taken.counts
            counts[modifier.id] = count
            best[kind + 1][total] = Taken(cost: cost, counts: counts)
          }
        }
      }
    }
    let enough = best[min(group.quantity.kinds.lowerBound, kinds)...].compactMap { $0[units] }
    return enough.min { $0.cost < $1.cost }?.counts
  }
}
