extension MenuBuilder {
  mutating func readModifiers(_ document: MenuDocument) {
    var nested: [(MenuModifier.ID, [String])] = []
    var overrides: [(MenuModifier.ID, [OverrideRow])] = []
    for row in rows(document.modifiers, "modifiers") {
      let place = "modifiers/\(row.id)"
      let maximum = row.max ?? 1
      guard isPrice(row.price, place),
        (row.overrides ?? []).allSatisfy({ isPrice($0.price, place) })
      else { continue }
      guard (1...Self.maximumQuantity).contains(maximum) else {
        report(place, .outOfRange("at most \(maximum)"))
        continue
      }
      let id = MenuModifier.ID(rawValue: row.id)
      modifiers[id] = MenuModifier(
        id: id, name: row.name, maximum: maximum, price: row.price, groups: [])
      if let groups = row.groups { nested.append((id, groups)) }
      if let rows = row.overrides { overrides.append((id, rows)) }
    }
    for row in rows(document.groups, "groups") { read(row) }
    for (id, rows) in overrides { override(id, rows) }
    nest(nested, in: document)
  }

  private mutating func read(_ row: GroupRow) {
    let place = "groups/\(row.id)"
    let offered = resolvedReferences(row.modifiers, among: modifiers, place)
    guard let quantity = quantity(row.quantity, place) else { return }
    guard !offered.isEmpty else { return report(place, .empty) }
    guard quantity.isSatisfiable(by: offered.compactMap { modifiers[$0] }) else {
      return report(place, .unsatisfiable)
    }
    let free = row.free ?? 0
    guard (0...Self.maximumQuantity).contains(free) else {
      return report(place, .outOfRange("\(free) free"))
    }
    let id = ModifierGroup.ID(rawValue: row.id)
    groups[id] = ModifierGroup(
      id: id, name: row.name, modifiers: offered, quantity: quantity, free: free,
      defaults: defaults(row, offered, quantity))
  }

  /// Returns the default quantities in `row` by modifier; an empty dictionary if they are invalid.
  ///
  /// `offered` contains the modifiers of the group, and `quantity` is the group's rule. All default
  /// modifiers must be in `offered`. Each quantity must be between 1 and the maximum of its modifier,
  /// and all together must be within the upper limits of the rule. Invalid quantities are reported.
  private mutating func defaults(
    _ row: GroupRow, _ offered: [MenuModifier.ID], _ quantity: QuantityRule
  ) -> [MenuModifier.ID: Int] {
    var defaults: [MenuModifier.ID: Int] = [:]
    for (text, count) in row.defaults ?? [:] { defaults[MenuModifier.ID(rawValue: text)] = count }
    let isOffered = defaults.allSatisfy { id, count in
      offered.contains(id) && (1...(modifiers[id]?.maximum ?? 1)).contains(count)
    }
    guard isOffered, defaults.values.reduce(0, +) <= quantity.count.upperBound,
      defaults.count <= quantity.kinds.upperBound
    else {
      report("groups/\(row.id)/defaults", .outOfRange("more or other than is offered"))
      return [:]
    }
    return defaults
  }

  /// Adds the price overrides in `rows` to a modifier; leaves out those for an unknown group or size.
  private mutating func override(_ id: MenuModifier.ID, _ rows: [OverrideRow]) {
    for row in rows {
      let group = row.group.map { ModifierGroup.ID(rawValue: $0) }
      let size = row.size.map { ProductSize.ID(rawValue: $0) }
      // An override for a group or size that does not exist would never apply, so it is reported.
      if let group, groups[group] == nil {
        report("modifiers/\(id.rawValue)", .dangling(group.rawValue))
      } else if let size, sizes[size] == nil {
        report("modifiers/\(id.rawValue)", .dangling(size.rawValue))
      } else {
        modifiers[id]?.overrides.append(PriceOverride(group: group, size: size, price: row.price))
      }
    }
  }

  /// Links each modifier to its nested groups, which a product offers only if the modifier is selected.
  ///
  /// `nested` contains each modifier once, with the ids of its nested groups. A link to a group that
  /// requires a selection is reported and left out. So is a link by which a group would contain itself.
  private mutating func nest(_ nested: [(MenuModifier.ID, [String])], in document: MenuDocument) {
    for (modifier, links) in nested {
      let place = "modifiers/\(modifier.rawValue)"
      let found = resolvedReferences(links, among: groups, place).filter { id in
        guard groups[id]?.quantity.isRequired == true else { return true }
        report(place, .outOfRange("\(id.rawValue) demands a choice"))
        return false
      }
      modifiers[modifier]?.groups = found
    }
    guard !nested.isEmpty else { return }
    for row in document.groups.rows { cutCycles(from: ModifierGroup.ID(rawValue: row.id)) }
  }
}
