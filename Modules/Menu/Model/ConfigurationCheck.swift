import Commerce

/// The validation of a configuration, which collects all problems with their paths.
struct ConfigurationCheck {
  private let order: OrderableMenu
  private var problems: [ConfigurationProblem] = []
  private var path: [ConfigurationProblem.Step] = []
  /// The units of the variants and modifiers of the configuration, if the menu limits any units.
  private var units: [(item: MenuItem, count: Int128)] = []

  private var menu: MenuSnapshot { order.menu }

  init(_ order: OrderableMenu) { self.order = order }

  mutating func check(_ configuration: ComboConfiguration) {
    let item = MenuItem.combo(configuration.combo)
    guard let combo = menu.combos[configuration.combo] else { return report(.unknown, item) }
    if let cause = order.unavailability(of: item) { report(.unavailable(cause), item) }
    for id in configuration.choices.keys.inOrder(without: combo.slots) {
      within(.slot(id)) { $0.report($0.menu.slots[id] == nil ? .unknown : .notOffered) }
    }
    for id in combo.slots {
      guard let slot = menu.slots[id] else { continue }
      within(.slot(id)) { $0.check(configuration.choices[id] ?? [], in: slot) }
    }
    modifiers(configuration.modifiers, in: menu.groups(of: combo))
    checkUnitsLeft()
  }

  private mutating func check(_ choices: [ProductConfiguration], in slot: ComboSlot) {
    let kinds = choices.count > 1 ? Set(choices.map(\.variant)).count : choices.count
    check(slot.quantity, counts: [Int128(choices.count)], kinds: [kinds])
    for (position, choice) in choices.enumerated() {
      within(.choice(position)) { check in
        let place = check.menu.variants.place(of: choice.variant)
        if let place, !slot.offer.places.contains(place) {
          check.report(.notOffered, .variant(choice.variant))
        }
        // Slots of combos offer only whole products, so a second half is a problem.
        if choice.secondHalf != nil { check.within(.secondHalf) { $0.report(.notOffered) } }
        check.parts(of: choice, half: nil)
      }
    }
  }

  mutating func check(_ configuration: ProductConfiguration) {
    parts(of: configuration, half: configuration.secondHalf)
    checkUnitsLeft()
  }

  private mutating func count(_ count: Int128, of item: MenuItem) {
    guard order.stops.limitsUnits else { return }
    if let place = units.firstIndex(where: { $0.item == item }) {
      units[place].count += count
    } else {
      units.append((item, count))
    }
  }

  /// Reports the items of which several parts of the configuration together have more units than are left.
  private mutating func checkUnitsLeft() {
    var sums: [MenuItem: Int128] = [:]
    for (item, count) in units {
      for limit in order.limits(of: item) { sums[limit, default: 0] += count }
    }
    for (item, _) in units {
      let exceeded = order.limits(of: item).compactMap { limit in
        order.ownUnitsLeft(of: limit).flatMap { $0 < sums[limit] ?? 0 ? $0 : nil }
      }
      // An item of which nothing is left is unavailable.
      guard let left = exceeded.min(), left > 0 else { continue }
      let isReported = problems.contains {
        $0.path.last == .item(item) && $0.kind == .tooMany(maximum: left)
      }
      if !isReported { report(.tooMany(maximum: left), item) }
    }
  }

  /// Returns the collected problems of a configuration with this price.
  ///
  /// A configuration without other problems, but also without a price, is `priceless`.
  func problems(pricedAt price: @autoclosure () -> Money?) -> [ConfigurationProblem] {
    guard problems.isEmpty, price() == nil else { return problems }
    return [ConfigurationProblem(path: [], kind: .priceless)]
  }

  private mutating func parts(
    of configuration: ProductConfiguration, half: ProductConfiguration.Half?
  ) {
    let item = MenuItem.variant(configuration.variant)
    guard let variant = menu.variants[configuration.variant],
      let product = menu.products[variant.product]
    else { return report(.unknown, item) }
    count(1, of: item)
    requireAvailable(item)
    ingredients(of: product, without: configuration.removed)
    if let half { within(.secondHalf) { $0.check(half, beside: variant, of: product) } }
    modifiers(configuration.modifiers, in: menu.groups(of: product, as: variant))
  }

  private mutating func check(
    _ half: ProductConfiguration.Half, beside first: Variant, of product: MenuProduct
  ) {
    let item = MenuItem.variant(half.variant)
    guard let variant = menu.variants[half.variant], let other = menu.products[variant.product]
    else { return report(.unknown, item) }
    if !product.halves.contains(other.id) { report(.notOffered, item) }
    if variant.size != first.size || variant.crust != first.crust { report(.mismatched, item) }
    requireAvailable(item)
    ingredients(of: other, without: half.removed)
  }

  private mutating func ingredients(of product: MenuProduct, without removed: Set<Ingredient.ID>) {
    for id in removed.inOrder(without: product.ingredients) {
      report(menu.ingredients[id] == nil ? .unknown : .notOffered, .ingredient(id))
    }
    for id in product.ingredients where !removed.contains(id) { requireAvailable(.ingredient(id)) }
  }

  // MARK: Places

  mutating func report(_ kind: ConfigurationProblem.Kind, _ item: MenuItem? = nil) {
    let end = item.map { [ConfigurationProblem.Step.item($0)] } ?? []
    problems.append(ConfigurationProblem(path: path + end, kind: kind))
  }

  private mutating func requireAvailable(_ item: MenuItem) {
    if let cause = order.unavailability(of: item) { report(.unavailable(cause), item) }
  }

  private mutating func within(
    _ step: ConfigurationProblem.Step, _ check: (inout ConfigurationCheck) -> Void
  ) {
    path.append(step)
    check(&self)
    path.removeLast()
  }
}

extension ConfigurationCheck {
  /// Checks the modifiers that are selected in groups and in the groups of selected modifiers.
  private mutating func modifiers(_ taken: ModifierSelection, in groups: [ModifierGroup]) {
    let offered = menu.groups(groups, with: taken)
    for id in taken.keys.inOrder(without: offered.map(\.id)) {
      within(.group(id)) { $0.report($0.menu.groups[id] == nil ? .unknown : .notOffered) }
    }
    // A required group belongs to one selected modifier, so that its choice can be attributed.
    let canShare = !menu.content.tables.nesting.isEmpty
    var owned = canShare ? Set(groups.map(\.id)) : []
    for group in offered {
      within(.group(group.id)) { check in
        check.check(taken[group.id] ?? [:], in: group)
        guard canShare else { return }
        for id in group.modifiers where taken[group.id]?.contains(id) == true {
          let required = check.menu.modifiers[id]?.requires ?? []
          if !owned.isDisjoint(with: required) { check.report(.tooMany(maximum: 0), .modifier(id)) }
          owned.formUnion(required)
        }
      }
    }
  }

  private mutating func check(_ taken: [ModifierChoice: Int], in group: ModifierGroup) {
    guard !taken.isEmpty else { return check(group.quantity, counts: [0], kinds: [0]) }
    let halves: [ModifierChoice.Portion?] = group.offersHalves ? [.first, .second] : [nil]
    func units(_ half: ModifierChoice.Portion?, of modifier: MenuModifier.ID? = nil) -> Int128 {
      taken.reduce(0) { sum, taken in
        let (choice, count) = taken
        let isMeant = modifier == nil || choice.modifier == modifier
        return isMeant && choice.isOn(half) ? sum + group.units(max(count, 0), of: choice) : sum
      }
    }
    let selected = Dictionary(grouping: taken.keys, by: \.modifier)
    for (id, choices) in selected.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let modifier = menu.modifiers[id] else {
        report(.unknown, .modifier(id))
        continue
      }
      if !group.modifiers.contains(id) || !choices.allSatisfy(group.offers) {
        report(.notOffered, .modifier(id))
      }
      let maximum = min(modifier.maximum, order.unitsLeft(of: .modifier(id)) ?? .max)
      count(halves.map { units($0, of: id) }.max() ?? 0, of: .modifier(id))
      let isNegative = choices.contains { taken[$0] ?? 0 < 0 }
      if isNegative || halves.contains(where: { units($0, of: id) > maximum }) {
        report(.tooMany(maximum: maximum), .modifier(id))
      }
      if taken.contains(id) { requireAvailable(.modifier(id)) }
    }
    let counts = halves.map { units($0) }
    let kinds = halves.map { half in
      selected.count { $1.contains { taken[$0] ?? 0 > 0 && $0.isOn(half) } }
    }
    check(group.quantity, counts: counts, kinds: kinds)
  }

  /// Checks quantities against a rule, and reports the violations.
  ///
  /// `kinds` are the numbers of different items, and `counts` the total quantities, on each half of a
  /// product. They have 128 bits, because the sum of arbitrary quantities can exceed the range of `Int`.
  private mutating func check(_ rule: QuantityRule, counts: [Int128], kinds: [Int]) {
    let (fewest, most) = (rule.count.lowerBound, rule.count.upperBound)
    if counts.contains(where: { $0 < fewest }) { report(.tooFew(minimum: fewest)) }
    if counts.contains(where: { $0 > most }) { report(.tooMany(maximum: most)) }
    let (fewestKinds, mostKinds) = (rule.kinds.lowerBound, rule.kinds.upperBound)
    if kinds.contains(where: { $0 < fewestKinds }) { report(.tooFewKinds(minimum: fewestKinds)) }
    if kinds.contains(where: { $0 > mostKinds }) { report(.tooManyKinds(maximum: mostKinds)) }
  }
}

extension ModifierChoice {
  /// Whether the modifier is on a half; `nil` stands for a product without halves.
  fileprivate func isOn(_ half: Portion?) -> Bool {
    portion == nil || half == nil || portion == half
  }
}

extension ModifierGroup {
  /// Whether the group offers the portion and the amount of a choice.
  fileprivate func offers(_ choice: ModifierChoice) -> Bool {
    (choice.portion == nil || offersHalves)
      && (choice.amount == nil || amounts.contains { $0.id == choice.amount })
  }
}

extension Sequence {
  /// Returns the ids that are not in `expected`, sorted by their text.
  ///
  /// The order of a dictionary's keys differs between launches of the app. Without the sorting, the
  /// order of the reported problems would differ, too.
  fileprivate func inOrder<Entity>(without expected: [MenuID<Entity>]) -> [MenuID<Entity>]
  where Element == MenuID<Entity> {
    filter { !expected.contains($0) }.sorted { $0.rawValue < $1.rawValue }
  }
}
