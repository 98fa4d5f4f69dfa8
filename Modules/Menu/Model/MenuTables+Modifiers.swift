extension MenuTables {
  /// Reads the groups and modifiers; each is built after those that it requires.
  ///
  /// A modifier requires all its groups, as a product does. So each modifier on a cycle of groups is left
  /// out, and so is one with too many levels of groups below it.
  mutating func readModifiers(_ document: MenuDocument) {
    let modifiers = rows(document.modifiers, "modifiers")
    building.unread.modifiers = Dictionary(uniqueKeysWithValues: modifiers.map { ($0.id, $0) })
    let groups = rows(document.groups, "groups")
    building.unread.groups = Dictionary(uniqueKeysWithValues: groups.map { ($0.id, $0) })
    // A modifier on a cycle is found only from a group. The modifiers that are left are in no group.
    for row in groups { _ = read(group: row.id, below: []) }
    for row in modifiers { _ = read(modifier: row.id, below: []) }
    for row in modifiers { override(row) }
  }

  /// Reads a modifier that is not read yet, and returns the number of levels of groups below it.
  ///
  /// `path` contains the groups that are being read.
  private mutating func read(modifier id: String, below path: [String]) -> Int {
    let key = MenuModifier.ID(rawValue: id)
    guard let row = building.unread.modifiers.removeValue(forKey: id) else {
      return building.levels[key] ?? 0
    }
    let place = "modifiers/\(id)"
    var level = 0
    for group in row.groups ?? [] {
      if let start = path.firstIndex(of: group) {
        let cycle = path[start...] + [group]
        building.cyclicSteps.formUnion(zip(cycle, cycle.dropFirst()).map { [$0, $1] })
      } else {
        level = max(
          level, path.count < Self.maximumQuantity ? read(group: group, below: path) : .max)
      }
      // The other modifiers on the cycle are left out as well, when they have been read this far.
      guard path.last.map({ building.cyclicSteps.contains([$0, group]) }) != true else {
        report("\(place)/\(group)", .cycle)
        return 0
      }
    }
    let maximum = min(row.max ?? 1, Self.maximumQuantity)
    let prices = [row.price] + (row.overrides ?? []).map(\.price)
    let isReduction = row.needs?.contains("negativePrice") == true
    guard
      require(level <= Self.maximumLevels, place, .outOfRange("too many levels of groups")),
      require(maximum >= 1, place, .outOfRange("at most \(maximum)")),
      prices.allSatisfy({ isPrice(isReduction ? Int64(clamping: $0.magnitude) : $0, place) }),
      let groups = requiredGroups(row.groups, of: .modifier(key), place)
    else { return 0 }
    checkNeeds(row.needs, of: .modifier(key))
    modifiers[key] = MenuModifier(
      id: key, name: row.name, maximum: maximum, price: row.price, groups: groups,
      requires: groups.filter { self.groups[$0]?.quantity.isRequired == true },
      allergens: allergens(row.allergens, row.mayContain),
      diets: Set((row.diets ?? []).map(MenuTag.init)))
    if modifiers[key]?.requires.isEmpty == false { nesting.append(key) }
    building.levels[key] = level
    return level
  }

  /// Reads a group that is not read yet, and returns its number of levels, counting itself.
  private mutating func read(group id: String, below path: [String]) -> Int {
    if let row = building.unread.groups.removeValue(forKey: id) {
      for modifier in row.modifiers { _ = read(modifier: modifier, below: path + [id]) }
      read(row)
    }
    let offered = groups[ModifierGroup.ID(rawValue: id)]?.modifiers ?? []
    return 1 + (offered.compactMap { building.levels[$0] }.max() ?? 0)
  }

  private mutating func read(_ row: GroupRow) {
    let place = "groups/\(row.id)"
    guard isKnown(row.needs) else { return building.unknownGroups.formUnion([row.id]) }
    let offered = links(row.modifiers, among: modifiers, place).found
    guard let quantity = quantity(row.quantity, place), let tiers = tiers(row.tiers, place),
      let amounts = amounts(row, place)
    else { return }
    guard !offered.isEmpty else {
      if !quantity.isRequired { building.emptyGroups.insert(row.id) }
      return report(place, .empty)
    }
    guard quantity.isSatisfiable(by: offered.compactMap { modifiers[$0] }) else {
      return report(place, .unsatisfiable)
    }
    guard let free = free(row.free, place) else { return }
    let id = ModifierGroup.ID(rawValue: row.id)
    groups[id] = ModifierGroup(
      id: id, name: row.name, modifiers: offered, quantity: quantity, free: free,
      amounts: amounts, defaults: defaults(row, offered, quantity),
      halfPercent: row.portions?.half, tiers: tiers)
  }

  /// Returns the default quantities in `row` by modifier; an empty dictionary if they are invalid.
  ///
  /// `offered` contains the modifiers of the group, and `quantity` is the group's rule. All default
  /// modifiers must be in `offered`. Each quantity must be between 1 and the maximum of its modifier,
  /// and all together must be within the upper limits of the rule. Invalid quantities are reported.
  private mutating func defaults(
    _ row: GroupRow, _ offered: [MenuModifier.ID], _ quantity: QuantityRule
  ) -> [ModifierChoice: Int] {
    let defaults = (row.defaults ?? [:]).map { (ModifierChoice(stringLiteral: $0), $1) }
    let isOffered = defaults.allSatisfy { choice, count in
      offered.contains(choice.modifier)
        && (1...(modifiers[choice.modifier]?.maximum ?? 1)).contains(count)
    }
    let isValid =
      isOffered && defaults.reduce(0) { $0 + $1.1 } <= quantity.count.upperBound
      && defaults.count <= quantity.kinds.upperBound
    let problem = MenuProblem.Kind.outOfRange("more or other than is offered")
    return require(isValid, "groups/\(row.id)/defaults", problem)
      ? Dictionary(uniqueKeysWithValues: defaults) : [:]
  }

  /// Returns the amounts of a group; `nil` if they, or the price of a half, are invalid.
  ///
  /// A price by position has no half, so a group cannot have both.
  private mutating func amounts(_ row: GroupRow, _ place: String) -> [ModifierAmount]? {
    let amounts = row.amounts ?? []
    let isValid =
      amounts.allSatisfy { (1...Self.maximumQuantity).contains($0.units) }
      && Set(amounts.map(\.id)).count == amounts.count
      && row.portions.map { (0...100).contains($0.half) && row.tiers == nil } ?? true
    return require(isValid, place, .outOfRange("portions or amounts")) ? amounts : nil
  }

  /// Returns the prices by position; `nil` if a price is invalid or the last row limits its units.
  private mutating func tiers(_ rows: [PriceTier]?, _ place: String) -> [PriceTier]? {
    let rows = rows ?? []
    guard rows.allSatisfy({ isPrice($0.price, place) }) else { return nil }
    let isWhole = rows.last?.units == nil && rows.dropLast().allSatisfy { $0.units ?? 0 > 0 }
    return require(isWhole, place, .outOfRange("tiers")) ? rows : nil
  }

  /// Adds the price overrides of a row to its modifier.
  ///
  /// An override for a group, size or crust that does not exist never applies, so it is reported.
  private mutating func override(_ row: ModifierRow) {
    let id = MenuModifier.ID(rawValue: row.id)
    guard let overrides = row.overrides, modifiers[id] != nil else { return }
    let place = "modifiers/\(row.id)"
    for override in overrides {
      if let group = override.group, groups[group] == nil {
        report(place, .dangling(group.rawValue))
      }
      reportUnknown(override.size.map { [$0] }, override.crust.map { [$0] }, place)
    }
    modifiers[id]?.overrides = overrides
  }
}
