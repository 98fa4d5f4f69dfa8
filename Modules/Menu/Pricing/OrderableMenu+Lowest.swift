extension OrderableMenu {
  func start(with variant: Variant) -> ProductConfiguration {
    var configuration = ProductConfiguration(variant.id)
    guard let product = menu.products[variant.product] else { return configuration }
    configuration.modifiers = start(in: menu.groups(of: product, as: variant), to: variant)
    configuration.removed = Set(
      product.ingredients.filter { unavailability(of: .ingredient($0)) != nil })
    return configuration
  }

  func start(with combo: Combo) -> ComboConfiguration {
    var configuration = ComboConfiguration(combo.id)
    for (slot, options) in cheapest(of: combo)?.choices ?? [:] {
      configuration.choices[slot] = options.map(start)
    }
    configuration.modifiers = start(in: menu.groups(of: combo), to: nil)
    return configuration
  }

  /// Returns the modifiers that are initially selected in groups, and in the groups of these modifiers.
  ///
  /// These are the default modifiers of each group. If the default modifiers cannot be ordered, they are
  /// the cheapest selection that satisfies the group's rule.
  private func start(in groups: [ModifierGroup], to variant: Variant?) -> ModifierSelection {
    var taken: ModifierSelection = [:]
    var seen: Set<ModifierGroup.ID> = []
    while case let offered = menu.groups(groups, with: taken),
      let group = offered.first(where: { !seen.contains($0.id) })
    {
      seen.insert(group.id)
      let count = group.defaults.values.reduce(0, +)
      let isEnough =
        group.quantity.count.contains(count) && group.quantity.kinds.contains(group.defaults.count)
      let isThere = group.defaults.allSatisfy { choice, count in
        cause(of: choice.modifier) == nil
          && count <= unitsLeft(of: .modifier(choice.modifier)) ?? count
      }
      var search = CheapestSelection(self, in: offered, to: variant, takesReductions: false)
      let modifiers =
        isEnough && isThere ? group.defaults : search.selection(in: [group])?[group.id] ?? [:]
      if !modifiers.isEmpty { taken[group.id] = modifiers }
    }
    return taken
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
    let groups = menu.groups(of: product, as: variant)
    return lowestAdditions(in: groups, to: variant, product.allowances)
      .flatMap { Int64(exactly: max(0, Int128(prices.price(of: variant)) + $0)) }
  }

  func lowestPrice(of combo: Combo) -> Int64? {
    guard unavailability(of: combo) == nil,
      let added = lowestAdditions(in: menu.groups(of: combo), to: nil)
    else { return nil }
    return cheapest(of: combo).flatMap { Int64(exactly: max(0, $0.price + added)) }
  }

  /// Returns the lowest price of the modifiers that groups require; `nil` if too few are available.
  private func lowestAdditions(
    in groups: [ModifierGroup], to variant: Variant?, _ allowances: [Allowance] = []
  ) -> Int128? {
    let isPlain = !menu.content.hasReductions && !groups.contains(where: \.quantity.isRequired)
    guard !isPlain else { return 0 }
    var search = CheapestSelection(self, in: groups, to: variant, takesReductions: true)
    return search.selection(in: groups, allowances).flatMap {
      prices.added(by: $0, in: groups, to: variant, allowances)
    }
  }

  /// An available option of a slot with the parts of its lowest price.
  private struct Option {
    let variant: Variant
    let base: Int128
    let extra: Int128
  }

  /// Returns the cheapest choices for the required slots of a combo, and their price.
  ///
  /// If the cheapest products are free, the sum to minimize depends on all slots. It is the minimum, over
  /// a threshold, of a sum in which each price below the threshold is replaced by it; see
  /// ``CheapestSelection``. So the choices for each threshold are found slot by slot.
  private func cheapest(
    of combo: Combo
  ) -> (choices: [ComboSlot.ID: [Variant]], price: Int128)? {
    let slots = combo.slots.compactMap { menu.slots[$0] }.filter(\.quantity.isRequired)
    let options = slots.map(options)
    var thresholds: Set<Int128> = [0]
    var free: Set<ComboSlot.ID> = []
    if case .cheapestFree(_, let slots) = combo.pricing {
      free = slots
      thresholds.formUnion(options.joined().map(\.base))
    }
    var best: (choices: [ComboSlot.ID: [Variant]], price: Int128)?
    for threshold in thresholds.sorted() {
      var chosen: [(slot: ComboSlot.ID, option: Option)] = []
      var stock = Stock(self)
      for (slot, options) in zip(slots, options) {
        func cost(_ option: Option) -> Int128 {
          let price = free.contains(slot.id) ? max(option.base, threshold) : option.base
          return combo.pricing.share(of: price) + option.extra
        }
        let costs = options.map(cost)
        let ranked = options.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
        if ranked.isEmpty { return nil }
        var units: [Int] = []
        func take(_ count: Int, of place: Int) {
          let taken = stock.take(count, of: options[place].variant.id)
          units += Array(repeating: place, count: taken)
        }
        for place in ranked where units.count < slot.quantity.kinds.lowerBound {
          take(1, of: place)
        }
        for place in ranked { take(slot.quantity.fewest - units.count, of: place) }
        guard units.count == slot.quantity.fewest else { return nil }
        chosen += units.map { (slot.id, options[$0]) }
      }
      let shares = combo.pricing.shares(of: chosen.map { ($0.slot, $0.option.base) })
      let price =
        chosen.isEmpty
        ? Int128(combo.pricing.fixedAmount ?? 0)
        : zip(shares, chosen).reduce(0) { $0 + max(0, $1.0 + $1.1.option.extra) }
      if best.map({ price < $0.price }) ?? true {
        let choices = Dictionary(grouping: chosen, by: \.slot)
        best = (choices.mapValues { $0.map(\.option.variant) }, price)
      }
    }
    return best
  }

  private func options(of slot: ComboSlot) -> [Option] {
    slot.offer.compactMap { variant in
      guard let product = menu.products[variant.product],
        unavailability(of: variant, of: product) == nil,
        let added = lowestAdditions(
          in: menu.groups(of: product, as: variant), to: variant,
          slot.allowances ?? product.allowances)
      else { return nil }
      let base = Int128(prices.price(of: variant))
      return Option(
        variant: variant, base: base,
        extra: max(added, -base) + Int128(slot.surcharge(of: variant.id) ?? 0))
    }
  }
}

extension QuantityRule {
  /// Whether there is a selection of these modifiers that satisfies this rule.
  func isSatisfiable(by modifiers: [MenuModifier]) -> Bool {
    guard fewest > 0 else { return true }
    var owned: Set<ModifierGroup.ID> = []
    let maxima = modifiers.sorted { $0.maximum > $1.maximum }.filter { modifier in
      defer { owned.formUnion(modifier.requires) }
      return owned.isDisjoint(with: modifier.requires)
    }.map(\.maximum)
    return kinds.lowerBound <= maxima.count
      && fewest <= maxima.prefix(kinds.upperBound).reduce(0, +)
  }
}
