@testable import Menu

extension SlowMenu {
  func problems(_ selection: MenuSelection) -> Set<String> {
    switch selection {
    case .product(let configuration): problems(configuration)
    case .combo(let configuration): problems(configuration)
    }
  }

  /// Whether the menu has all parts of a selection, and a known rule for its halves.
  func isPriced(_ selection: MenuSelection) -> Bool {
    switch selection {
    case .product(let configuration): isPriced(configuration)
    case .combo(let combo):
      document.combos.rows.contains { $0.id == combo.combo.rawValue } && hasAll(combo.modifiers)
        && combo.choices.allSatisfy { slot($0.rawValue) != nil && $1.allSatisfy(isPriced) }
    }
  }

  private func isPriced(_ configuration: ProductConfiguration) -> Bool {
    guard let product = product(of: configuration.variant.rawValue), hasAll(configuration.modifiers)
    else { return false }
    guard let half = configuration.secondHalf else { return true }
    return variant(half.variant.rawValue) != nil && product.halves?.partners.isEmpty == false
      && Self.halfRules.contains(product.halves?.pricing ?? "")
  }

  private func hasAll(_ selection: ModifierSelection) -> Bool {
    selection.allSatisfy { id, taken in
      group(id.rawValue) != nil && taken.keys.allSatisfy { modifier($0.modifier.rawValue) != nil }
    }
  }

  private static let halfRules = ["dearer", "average", "sumOfHalves"]

  /// Returns the problems of a configuration as texts.
  func problems(_ configuration: ProductConfiguration, at place: String = "") -> Set<String> {
    guard let product = product(of: configuration.variant.rawValue),
      let variant = variant(configuration.variant.rawValue)
    else { return ["\(place)\(configuration.variant.rawValue) unknown"] }
    var found = ingredients(of: product, configuration.removed, at: place)
    if !isAvailable(variant.id) { found.insert("\(place)\(variant.id) unavailable") }
    if let half = configuration.secondHalf {
      found.formUnion(problems(half, beside: variant, of: product, at: "\(place)half "))
    }
    return found.union(problems(configuration.modifiers, in: groups(of: variant), at: place))
  }

  private func problems(
    _ selection: ModifierSelection, in own: [Offered], at place: String
  ) -> Set<String> {
    var found: Set<String> = []
    let reach = reach(own, selection)
    for id in selection.keys.map(\.rawValue) where !reach.contains(where: { $0.row.id == id }) {
      found.insert("\(place)\(id) \(group(id) == nil ? "unknown" : "not offered")")
    }
    for group in reach {
      let taken = selection[ModifierGroup.ID(rawValue: group.row.id)] ?? [:]
      found.formUnion(problems(taken, in: group, at: "\(place)\(group.row.id) "))
    }
    for conflict in conflicts(selection, own) { found.insert("\(place)\(conflict) too many") }
    return found
  }

  /// Returns the modifiers that require a choice in a group which another one has already required.
  func conflicts(_ selection: ModifierSelection, _ own: [Offered]) -> [String] {
    var owned = own.map(\.row.id)
    var conflicts: [String] = []
    for group in reach(own, selection).map(\.row) {
      for id in group.modifiers
      where isSelected(id, in: group.id, selection) {
        let required = whole(modifier(id)?.groups).filter(isRequired).map(\.row.id)
        if required.contains(where: owned.contains) { conflicts.append("\(group.id) \(id)") }
        owned += required
      }
    }
    return conflicts
  }

  func isRequired(_ group: Offered) -> Bool {
    group.rule?.min ?? 0 > 0 || group.rule?.minKinds ?? 0 > 0
  }

  private func problems(
    _ half: ProductConfiguration.Half, beside first: VariantRow, of product: ProductRow,
    at place: String
  ) -> Set<String> {
    guard let other = self.product(of: half.variant.rawValue),
      let variant = variant(half.variant.rawValue)
    else { return ["\(place)\(half.variant.rawValue) unknown"] }
    var found = ingredients(of: other, half.removed, at: place)
    if product.halves?.partners.contains(other.id) != true
      || !Self.halfRules.contains(product.halves?.pricing ?? "")
    {
      found.insert("\(place)\(variant.id) not offered")
    }
    if [variant.size, variant.crust] != [first.size, first.crust] {
      found.insert("\(place)\(variant.id) mismatched")
    }
    if !isAvailable(variant.id) { found.insert("\(place)\(variant.id) unavailable") }
    return found
  }

  private func ingredients(
    of product: ProductRow, _ removed: Set<Ingredient.ID>, at place: String
  ) -> Set<String> {
    var found: Set<String> = []
    let known = document.ingredients.rows.map(\.id)
    for id in removed.map(\.rawValue) where product.ingredients?.contains(id) != true {
      found.insert("\(place)\(id) \(known.contains(id) ? "not offered" : "unknown")")
    }
    for id in product.ingredients ?? [] where !removed.contains(Ingredient.ID(rawValue: id)) {
      if stopped.contains("ingredient \(id)") { found.insert("\(place)\(id) unavailable") }
    }
    return found
  }

  private func problems(
    _ taken: [ModifierChoice: Int], in group: Offered, at place: String
  ) -> Set<String> {
    var found: Set<String> = []
    let halves: [ModifierChoice.Portion] = group.row.portions == nil ? [.first] : [.first, .second]
    var tables = halves.map { _ in [String]() }
    for (choice, count) in taken {
      let id = choice.modifier.rawValue
      for (index, half) in halves.enumerated()
      where choice.portion == nil || choice.portion == half || group.row.portions == nil {
        tables[index] += Array(repeating: id, count: units(choice, count, in: group.row))
      }
      guard let modifier = modifier(id) else {
        found.insert("\(place)\(id) unknown")
        continue
      }
      let hasAmount = group.row.amounts?.contains { $0.id == choice.amount } == true
      if !group.row.modifiers.contains(id) || choice.portion != nil && group.row.portions == nil
        || choice.amount != nil && !hasAmount
      {
        found.insert("\(place)\(id) not offered")
      }
      if count < 0 { found.insert("\(place)\(id) too many") }
      if count > 0, !isAvailable(modifier) { found.insert("\(place)\(id) unavailable") }
    }
    for table in tables {
      for row in document.modifiers.rows where table.count(where: { $0 == row.id }) > row.max ?? 1 {
        found.insert("\(place)\(row.id) too many")
      }
      found.formUnion(amounts(of: table, group.rule, at: place))
    }
    return found
  }

  private func amounts(
    of table: [String], _ rule: QuantityRow?, at place: String
  ) -> Set<String> {
    var found: Set<String> = []
    if table.count < rule?.min ?? 0 { found.insert("\(place)too few") }
    if table.count > rule?.max ?? 100 { found.insert("\(place)too many") }
    if Set(table).count < rule?.minKinds ?? 0 { found.insert("\(place)too few kinds") }
    if Set(table).count > rule?.maxKinds ?? 100 { found.insert("\(place)too many kinds") }
    return found
  }

  func problems(_ configuration: ComboConfiguration) -> Set<String> {
    let id = configuration.combo.rawValue
    guard let combo = document.combos.rows.first(where: { $0.id == id }) else {
      return ["\(id) unknown"]
    }
    var found: Set<String> = []
    let slots = combo.slots.compactMap(slot)
    let hasGroups = whole(combo.groups).allSatisfy { !isRequired($0) || !ways(to: $0).isEmpty }
    let isSellable =
      hasGroups
      && slots.allSatisfy { slot in
        slot.options.count(where: isAvailable)
          >= max(min(slot.quantity?.min ?? 0, 1), slot.quantity?.minKinds ?? 0)
      }
    if !isSellable { found.insert("\(id) unavailable") }
    for (id, _) in configuration.choices where !combo.slots.contains(id.rawValue) {
      found.insert("\(id.rawValue) \(slot(id.rawValue) == nil ? "unknown" : "not offered")")
    }
    for slot in slots {
      let choices = configuration.choices[ComboSlot.ID(rawValue: slot.id)] ?? []
      found.formUnion(
        amounts(of: choices.map(\.variant.rawValue), slot.quantity, at: "\(slot.id) "))
      for (position, choice) in choices.enumerated() {
        let place = "\(slot.id) \(position) "
        if variant(choice.variant.rawValue) != nil,
          !slot.options.contains(choice.variant.rawValue)
        {
          found.insert("\(place)\(choice.variant.rawValue) not offered")
        }
        if choice.secondHalf != nil { found.insert("\(place)half not offered") }
        var whole = choice
        whole.secondHalf = nil
        found.formUnion(problems(whole, at: place))
      }
    }
    return found.union(problems(configuration.modifiers, in: self.whole(combo.groups), at: ""))
  }

  /// Whether a variant is available; the random menus have no hours.
  func isAvailable(_ id: String) -> Bool {
    guard let product = product(of: id), let variant = variant(id),
      !stopped.contains("variant \(id)"), !stopped.contains("product \(product.id)"),
      !stopped.contains("size \(variant.size ?? "")")
    else { return false }
    return groups(of: variant).allSatisfy { !isRequired($0) || !ways(to: $0).isEmpty }
  }

  func isAvailable(_ modifier: ModifierRow) -> Bool {
    !stopped.contains("modifier \(modifier.id)")
      && whole(modifier.groups).allSatisfy { !isRequired($0) || !ways(to: $0).isEmpty }
  }

  /// Returns all valid selections of a group and of the groups of its modifiers, by enumeration.
  func ways(to group: Offered) -> [ModifierSelection] {
    let id = ModifierGroup.ID(rawValue: group.row.id)
    var ways: [ModifierSelection] = [[:]]
    for modifier in group.row.modifiers.compactMap(modifier) where isAvailable(modifier) {
      let nested = whole(modifier.groups).reduce([[:]]) { all($0, self.ways(to: $1)) }
      ways = ways.flatMap { way in
        (0...(modifier.max ?? 1)).flatMap { count -> [ModifierSelection] in
          guard count > 0 else { return [way] }
          var way = way
          way[id, default: [:]][ModifierChoice(stringLiteral: modifier.id)] = count
          return all([way], nested)
        }
      }
    }
    return ways.filter { way in
      let table = (way[id] ?? [:]).flatMap {
        Array(repeating: $0.key.modifier.rawValue, count: $0.value)
      }
      return amounts(of: table, group.rule, at: "").isEmpty && conflicts(way, [group]).isEmpty
    }
  }

  /// Returns each of some selections with each of others.
  func all(_ some: [ModifierSelection], _ others: [ModifierSelection]) -> [ModifierSelection] {
    some.flatMap { one in others.map { one.merging($0) { first, _ in first } } }
  }

  /// Returns the cheapest configuration of a variant by all selections of its groups; `nil` if it has too
  /// many.
  func cheapest(
    _ row: VariantRow, in slot: SlotRow? = nil, at prices: PriceList
  ) -> ProductConfiguration? {
    var configuration = ProductConfiguration(Variant.ID(rawValue: row.id))
    guard let variant = prices.menu.variants[configuration.variant],
      let product = prices.menu.products[variant.product]
    else { return nil }
    let offered = prices.menu.groups(of: product, as: variant)
    let allowances = slot?.allowances ?? product.allowances
    guard
      let modifiers = cheapest(
        groups(of: row), allowances, { prices.added(by: $0, in: offered, to: variant, allowances) })
    else { return nil }
    configuration.modifiers = modifiers
    return configuration
  }

  /// Returns the cheapest selection in groups, by all selections; `nil` if there are too many.
  private func cheapest(
    _ groups: [Offered], _ allowances: [Allowance], _ price: (ModifierSelection) -> Int128?
  ) -> ModifierSelection? {
    var cheapest: ModifierSelection = [:]
    var rest = groups
    while let first = rest.first {
      let shared = allowances.first { $0.groups.contains(.init(rawValue: first.row.id)) }
      let pool = rest.filter {
        $0.row.id == first.row.id || shared?.groups.contains(.init(rawValue: $0.row.id)) == true
      }
      rest.removeAll { group in pool.contains { $0.row.id == group.row.id } }
      let ways = pool.map(ways)
      guard ways.map(\.count).reduce(1, *) < 3_000 else { return nil }
      let priced = ways.reduce([[:]], all).compactMap { way in price(way).map { (way, $0) } }
      cheapest.merge(priced.min { $0.1 < $1.1 }?.0 ?? [:]) { first, _ in first }
    }
    return cheapest
  }

  /// Returns the lowest price of a combo by all choices that its slots require; `nil` if there are too
  /// many.
  func lowestPrice(of id: Combo.ID, at prices: PriceList) -> Int128? {
    guard let combo = document.combos.rows.first(where: { $0.id == id.rawValue }),
      let groups = prices.menu.combos[id].map(prices.menu.groups(of:)),
      let modifiers = cheapest(
        whole(combo.groups), [], { prices.added(by: $0, in: groups, to: nil) })
    else { return nil }
    var wish = ComboConfiguration(id)
    wish.modifiers = modifiers
    var ways = [wish]
    for slot in combo.slots.compactMap(slot) {
      let options = slot.options.filter(isAvailable).compactMap(variant)
      let choices = options.compactMap { cheapest($0, in: slot, at: prices) }
      guard choices.count == options.count else { return nil }
      let fewest = max(slot.quantity?.min ?? 0, slot.quantity?.minKinds ?? 0)
      let tables = Self.tables(of: choices.count, most: fewest)
        .filter { amounts(of: $0.map(String.init), slot.quantity, at: "").isEmpty }
      ways = ways.flatMap { way in
        tables.map { table in
          var way = way
          way.choices[ComboSlot.ID(rawValue: slot.id)] = table.map { choices[$0] }
          return way
        }
      }
      guard ways.count < 3_000 else { return nil }
    }
    // Where an amount off exceeds the price of a choice, the search may find a higher price.
    let isWhole = ways.allSatisfy { way in
      let variants = way.choices.values.joined().compactMap { prices.menu.variants[$0.variant] }
      return variants.reduce(0) { $0 + prices.price(of: $1) } >= combo.pricing.amount ?? 0
    }
    return isWhole ? ways.compactMap { prices.price(of: $0) }.min() : nil
  }

  /// Returns all ways to choose up to `most` of a number of options, each in ascending order.
  private static func tables(of options: Int, most: Int) -> [[Int]] {
    (0..<most).reduce(into: [[]]) { tables, _ in
      tables += tables.flatMap { table in ((table.last ?? 0)..<options).map { table + [$0] } }
        .filter { !tables.contains($0) }
    }
  }
}
