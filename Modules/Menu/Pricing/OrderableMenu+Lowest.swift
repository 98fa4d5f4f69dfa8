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
    var rest = self
    for (slot, variant) in cheapest(of: combo)?.choices ?? [] {
      let part = rest.start(with: variant)
      rest.take(part.modifiers)
      configuration.choices[slot, default: []].append(part)
    }
    configuration.modifiers = rest.start(in: menu.groups(of: combo), to: nil)
    return configuration
  }

  /// Returns the modifiers that are initially selected in groups, and in the groups of these modifiers.
  ///
  /// These are the default modifiers of each group. If the default modifiers cannot be ordered, they are
  /// the cheapest selection that satisfies the group's rule.
  private func start(in groups: [ModifierGroup], to variant: Variant?) -> ModifierSelection {
    var (rest, taken) = (self, ModifierSelection())
    var seen: Set<ModifierGroup.ID> = []
    while case let offered = menu.groups(groups, with: taken),
      let group = offered.first(where: { !seen.contains($0.id) })
    {
      seen.insert(group.id)
      var search = ModifierSearch(rest, in: offered, to: variant, takesReductions: false)
      let modifiers =
        rest.canOrderDefaults(of: group, beside: offered)
        ? group.defaults : search.selection(in: [group])?.modifiers[group.id] ?? [:]
      if !modifiers.isEmpty { taken[group.id] = modifiers }
      rest.take([group.id: modifiers])
    }
    let isWhole = menu.groups(groups, with: taken).allSatisfy {
      !$0.quantity.isRequired || taken[$0.id] != nil
    }
    guard !isWhole else { return taken }
    // The defaults leave nothing for a group.
    var search = ModifierSearch(self, in: groups, to: variant, takesReductions: false)
    return search.selection(in: groups)?.modifiers ?? taken
  }

  private func canOrderDefaults(of group: ModifierGroup, beside offered: [ModifierGroup]) -> Bool {
    group.quantity.count.contains(group.defaults.values.reduce(0, +))
      && group.quantity.kinds.contains(group.defaults.count)
      && group.defaults.allSatisfy { choice, count in
        let required = menu.modifiers[choice.modifier]?.requires ?? []
        return cause(of: choice.modifier) == nil
          && count <= unitsLeft(of: .modifier(choice.modifier)) ?? count
          && !required.contains(where: offered.map(\.id).contains)
      }
  }

  func lowestPrice(of variant: Variant) -> Int64? {
    guard let product = menu.products[variant.product],
      unavailability(of: .variant(variant.id)) == nil
    else { return nil }
    let groups = menu.groups(of: product, as: variant)
    return lowestAdditions(in: groups, to: variant, product.allowances)
      .flatMap { Int64(exactly: max(0, Int128(prices.price(of: variant)) + $0)) }
  }

  func lowestPrice(of combo: Combo) -> Int64? {
    guard ownCause(of: combo) == nil,
      let added = lowestAdditions(in: menu.groups(of: combo), to: nil),
      let cheapest = cheapest(of: combo), !cheapest.lacksUnits
    else { return nil }
    return Int64(exactly: max(0, cheapest.price + added))
  }

  /// Returns the lowest price of the modifiers that groups require; `nil` if too few are available.
  private func lowestAdditions(
    in groups: [ModifierGroup], to variant: Variant?, _ allowances: [Allowance] = []
  ) -> Int128? {
    let isPlain =
      !menu.content.tables.hasReductions && !groups.contains(where: \.quantity.isRequired)
    guard !isPlain else { return 0 }
    var search = ModifierSearch(self, in: groups, to: variant, takesReductions: true)
    guard let found = search.selection(in: groups, allowances), !found.lacksUnits else {
      return nil
    }
    return prices.added(by: found.modifiers, in: groups, to: variant, allowances)
  }

  /// Returns the cheapest choices for the required slots of a combo, and their price.
  ///
  /// The result is `nil` if too few options are available. `lacksUnits` is `true` if enough are available,
  /// but the slots together require more units than are left.
  func cheapest(
    of combo: Combo
  ) -> (choices: [(slot: ComboSlot.ID, variant: Variant)], price: Int128, lacksUnits: Bool)? {
    let slots = combo.slots.compactMap { menu.slots[$0] }.filter(\.quantity.isRequired)
    let rows = slots.map { row(of: $0, combo.pricing) }
    var pools = rows.map { ChoiceSearch.Pool(rows: [$0], free: 0) }
    if case .cheapestFree(let count, let named) = combo.pricing {
      // A combo is never free as a whole.
      let free = min(count, slots.reduce(-1) { $0 + $1.quantity.fewest })
      let sharing = rows.filter { named.contains(ComboSlot.ID(rawValue: $0.id)) }
      pools.removeAll { named.contains(ComboSlot.ID(rawValue: $0.rows[0].id)) }
      if !sharing.isEmpty { pools.append(ChoiceSearch.Pool(rows: sharing, free: max(0, free))) }
    }
    guard let found = ChoiceSearch.cheapest(in: pools, unitsLeft: ownUnitsLeft) else { return nil }
    let units = Dictionary(grouping: found.choices, by: \.row)
    var chosen: [(slot: ComboSlot.ID, variant: Variant, extra: Int128)] = []
    for slot in slots {
      for choice in units[slot.id.rawValue] ?? [] {
        guard let variant = menu.variants[Variant.ID(rawValue: choice.option.id)] else { continue }
        chosen += Array(repeating: (slot.id, variant, choice.option.extra), count: choice.count)
      }
    }
    let shares = combo.pricing.shares(
      of: chosen.map { ($0.slot, Int128(prices.price(of: $0.variant))) })
    let price =
      chosen.isEmpty
      ? Int128(combo.pricing.fixedAmount ?? 0)
      : zip(shares, chosen).reduce(0) { $0 + max(0, $1.0 + $1.1.extra) }
    return (chosen.map { ($0.slot, $0.variant) }, price, found.lacksUnits)
  }

  private func row(of slot: ComboSlot, _ pricing: Combo.Pricing) -> ChoiceSearch.Row {
    let options = slot.offer.compactMap { variant -> ChoiceSearch.Option? in
      guard let product = menu.products[variant.product],
        unavailability(of: .variant(variant.id)) == nil,
        let added = lowestAdditions(
          in: menu.groups(of: product, as: variant), to: variant,
          slot.allowances ?? product.allowances)
      else { return nil }
      let base = Int128(prices.price(of: variant))
      return ChoiceSearch.Option(
        id: variant.id.rawValue, price: pricing.share(of: base),
        extra: max(added, -base) + Int128(slot.surcharge(of: variant.id) ?? 0),
        units: stops.limitsUnits
          ? limits(of: .variant(variant.id)).map(ChoiceSearch.Limit.unit) : [])
    }
    return ChoiceSearch.Row(
      id: slot.id.rawValue, rule: slot.quantity, most: slot.quantity.fewest, options: options)
  }
}

extension QuantityRule {
  /// Whether there is a selection of these modifiers that satisfies this rule; `own` are the groups of the
  /// item, in which no modifier may require a choice.
  func isSatisfiable(
    by modifiers: [MenuModifier], beside own: Set<ModifierGroup.ID> = []
  ) -> Bool {
    guard fewest > 0 else { return true }
    var owned = own
    let maxima = modifiers.sorted { $0.maximum > $1.maximum }.filter { modifier in
      guard owned.isDisjoint(with: modifier.requires) else { return false }
      owned.formUnion(modifier.requires)
      return true
    }.map(\.maximum)
    return kinds.lowerBound <= maxima.count
      && fewest <= maxima.prefix(kinds.upperBound).reduce(0, +)
  }
}
