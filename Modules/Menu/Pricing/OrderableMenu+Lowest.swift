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
    let choices = cheapest(of: combo)?.choices ?? [:]
    var rest = self
    for slot in combo.slots {
      guard let variants = choices[slot] else { continue }
      configuration.choices[slot] = variants.map { variant in
        let part = rest.start(with: variant)
        rest.take(part.modifiers)
        return part
      }
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
      let count = group.defaults.values.reduce(0, +)
      let isEnough =
        group.quantity.count.contains(count) && group.quantity.kinds.contains(group.defaults.count)
      let isThere = group.defaults.allSatisfy { choice, count in
        rest.cause(of: choice.modifier) == nil
          && menu.modifiers[choice.modifier]?.requires.contains(where: offered.map(\.id).contains)
            != true
          && count <= rest.unitsLeft(of: .modifier(choice.modifier)) ?? count
      }
      var search = CheapestSelection(rest, in: offered, to: variant, takesReductions: false)
      let modifiers =
        isEnough && isThere ? group.defaults : search.selection(in: [group])?[group.id] ?? [:]
      if !modifiers.isEmpty { taken[group.id] = modifiers }
      rest.take([group.id: modifiers])
    }
    let isWhole = menu.groups(groups, with: taken).allSatisfy {
      !$0.quantity.isRequired || taken[$0.id] != nil
    }
    guard !isWhole else { return taken }
    // The defaults leave nothing for a group.
    var search = CheapestSelection(self, in: groups, to: variant, takesReductions: false)
    return search.selection(in: groups) ?? shared(in: groups) ?? taken
  }

  /// Returns a selection if units are limited, for which the search does not try all ways to share them.
  private func shared(in groups: [ModifierGroup]) -> ModifierSelection? {
    stops.limitsUnits ? sharing(in: groups.filter(\.quantity.isRequired)) : nil
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
    let found = search.selection(in: groups, allowances) ?? shared(in: groups)
    return found.flatMap {
      prices.added(by: $0, in: groups, to: variant, allowances)
    }
  }

  /// An available option of a slot with the parts of its lowest price.
  private struct Option {
    let variant: Variant
    let base: Int128
    let extra: Int128
    /// The amount by which the search ranks the option.
    var cost: Int128 = 0
  }

  private typealias Row = (rule: QuantityRule, options: [Option])

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
      let ranked = zip(slots, options).map { slot, options -> Row in
        let costs = options.map { option in
          let price = free.contains(slot.id) ? max(option.base, threshold) : option.base
          return combo.pricing.share(of: price) + option.extra
        }
        let order = options.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
        return (
          slot.quantity,
          order.map { place in
            var option = options[place]
            option.cost = costs[place]
            return option
          }
        )
      }
      guard let units = units(of: ranked) ?? unlimited.units(of: ranked) else { continue }
      let chosen = zip(slots, units).flatMap { slot, options in options.map { (slot.id, $0) } }
      let shares = combo.pricing.shares(of: chosen.map { ($0.0, $0.1.base) })
      let price =
        chosen.isEmpty
        ? Int128(combo.pricing.fixedAmount ?? 0)
        : zip(shares, chosen).reduce(0) { $0 + max(0, $1.0 + $1.1.1.extra) }
      if best.map({ price < $0.price }) ?? true {
        let variants = zip(slots, units).map { ($0.id, $1.map(\.variant)) }
        best = (Dictionary(variants) { first, _ in first }, price)
      }
    }
    return best
  }

  /// Whether enough units are left for a choice in each required slot of a combo.
  func hasUnits(for combo: Combo) -> Bool {
    let slots = combo.slots.compactMap { menu.slots[$0] }.filter(\.quantity.isRequired)
    return units(of: slots.map { ($0.quantity, options(of: $0)) }) != nil
  }

  private var unlimited: OrderableMenu {
    var menu = self
    menu.stops = .empty
    return menu
  }

  /// Returns the cheapest options to choose in each slot, or `nil` if there are none.
  ///
  /// Slots may share their units, so another choice in one slot may be needed for a later one, or be
  /// cheaper. The search ends after a number of attempts, and ignores the limits if it has found nothing by
  /// then.
  private func units(of slots: [Row]) -> [[Option]]? {
    guard stops.limitsUnits, slots.count <= 50 else {
      let found = slots.compactMap { self.units(of: $0.rule, $0.options[...]) }
      return found.count == slots.count ? found : nil
    }
    guard let best = unlimited.units(of: slots), !lacksUnits(for: slots) else { return nil }
    // Mostly there are enough units for what would be chosen without limits.
    if has(best.joined()) { return best }
    var filling = Filling(attempts: slots.count + 500)
    fill(slots[...], [], &filling)
    return filling.best == nil && filling.attempts <= 0
      ? unlimited.units(of: slots) : filling.best?.units
  }

  /// Whether slots of which each option has a limit require more units than it has.
  private func lacksUnits(for slots: [Row]) -> Bool {
    var required: [MenuItem: Int] = [:]
    for slot in slots {
      let limited = slot.options.map { Set(limits(of: .variant($0.variant.id))) }
      for item in limited.dropFirst().reduce(limited.first ?? [], { $0.intersection($1) }) {
        required[item, default: 0] += slot.rule.fewest
      }
    }
    return required.contains { item, count in count > ownUnitsLeft(of: item) ?? count }
  }

  private func has(_ options: some Sequence<Option>) -> Bool {
    var rest = self
    return options.allSatisfy { option in
      defer { rest.take(1, of: .variant(option.variant.id)) }
      return rest.unitsLeft(of: .variant(option.variant.id)) ?? 1 > 0
    }
  }

  /// A search for the cheapest choices in all slots.
  private struct Filling {
    var attempts: Int
    var best: (units: [[Option]], cost: Int128)?
  }

  private func fill(_ slots: ArraySlice<Row>, _ filled: [[Option]], _ filling: inout Filling) {
    guard let slot = slots.first else {
      let cost = filled.joined().reduce(0) { $0 + $1.cost }
      if filling.best.map({ cost < $0.cost }) ?? true { filling.best = (filled, cost) }
      return
    }
    // Other slots are as they are whatever this one takes of what has no limit.
    if let found = units(of: slot.rule, slot.options[...]),
      found.allSatisfy({ unitsLeft(of: .variant($0.variant.id)) == nil })
    {
      return fill(slots.dropFirst(), filled + [found], &filling)
    }
    choose(slot.options[...], [], 0, slot.rule, in: slots, filled, &filling)
  }

  /// Tries each number of units of the first option, the largest first, with each choice of the others.
  private func choose(
    _ options: ArraySlice<Option>, _ units: [Option], _ kinds: Int, _ rule: QuantityRule,
    in slots: ArraySlice<Row>, _ filled: [[Option]], _ filling: inout Filling
  ) {
    guard units.count < rule.fewest else {
      if kinds >= rule.kinds.lowerBound {
        fill(slots.dropFirst(), filled + [units], &filling)
      }
      return
    }
    guard let option = options.first else { return }
    let missing = rule.fewest - units.count
    let most =
      kinds < rule.kinds.upperBound
      ? max(0, min(missing, unitsLeft(of: .variant(option.variant.id)) ?? missing)) : 0
    for count in (0...most).reversed() where filling.attempts > 0 {
      filling.attempts -= 1
      var rest = self
      rest.take(count, of: .variant(option.variant.id))
      rest.choose(
        options.dropFirst(), units + Array(repeating: option, count: count),
        kinds + (count > 0 ? 1 : 0), rule, in: slots, filled, &filling)
    }
  }

  private func units(of rule: QuantityRule, _ options: ArraySlice<Option>) -> [Option]? {
    var rest = self
    var units: [Option] = []
    func take(_ count: Int, of option: Option) {
      let left = rest.unitsLeft(of: .variant(option.variant.id)) ?? count
      let taken = max(0, min(count, left))
      rest.take(taken, of: .variant(option.variant.id))
      units += Array(repeating: option, count: taken)
    }
    var kinds: [Option] = []
    for option in options where kinds.count < rule.kinds.lowerBound {
      let before = units.count
      take(1, of: option)
      if units.count > before { kinds.append(option) }
    }
    for option in options where units.count < rule.fewest {
      let isTaken = kinds.contains { $0.variant.id == option.variant.id }
      guard isTaken || kinds.count < rule.kinds.upperBound else { continue }
      let before = units.count
      take(rule.fewest - units.count, of: option)
      if !isTaken, units.count > before { kinds.append(option) }
    }
    return units.count == rule.fewest && kinds.count >= rule.kinds.lowerBound ? units : nil
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
