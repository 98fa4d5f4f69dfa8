@testable import Menu

extension SlowMenu {
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
    let reach = reach(product, configuration)
    for (id, _) in configuration.modifiers where !reach.contains(id.rawValue) {
      found.insert(
        "\(place)\(id.rawValue) \(group(id.rawValue) == nil ? "unknown" : "not offered")")
    }
    for id in reach {
      guard let group = group(id) else { continue }
      let taken = configuration.modifiers[ModifierGroup.ID(rawValue: id)] ?? [:]
      found.formUnion(problems(taken, in: group, at: "\(place)\(id) "))
    }
    return found
  }

  private func problems(
    _ half: ProductConfiguration.Half, beside first: VariantRow, of product: ProductRow,
    at place: String
  ) -> Set<String> {
    guard let other = self.product(of: half.variant.rawValue),
      let variant = variant(half.variant.rawValue)
    else { return ["\(place)\(half.variant.rawValue) unknown"] }
    var found = ingredients(of: other, half.removed, at: place)
    let rules = ["dearer", "average", "sumOfHalves"]
    if product.halves?.partners.contains(other.id) != true
      || !rules.contains(product.halves?.pricing ?? "")
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
    _ taken: [MenuModifier.ID: Int], in group: GroupRow, at place: String
  ) -> Set<String> {
    var found: Set<String> = []
    var table: [String] = []
    for (id, count) in taken {
      guard let modifier = modifier(id.rawValue) else {
        found.insert("\(place)\(id.rawValue) unknown")
        if count > 0 { table += Array(repeating: id.rawValue, count: count) }
        continue
      }
      if !group.modifiers.contains(modifier.id) {
        found.insert("\(place)\(modifier.id) not offered")
      }
      if count < 0 || count > modifier.max ?? 1 { found.insert("\(place)\(modifier.id) too many") }
      if count > 0 {
        table += Array(repeating: modifier.id, count: count)
        if stopped.contains("modifier \(modifier.id)") {
          found.insert("\(place)\(modifier.id) unavailable")
        }
      }
    }
    return found.union(amounts(of: table, group.quantity, at: place))
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
    let isSellable = slots.allSatisfy { slot in
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
    return found
  }

  /// Whether a variant is available; the random menus have no hours.
  func isAvailable(_ id: String) -> Bool {
    guard let product = product(of: id), !stopped.contains("variant \(id)"),
      !stopped.contains("product \(product.id)")
    else { return false }
    return (product.groups ?? []).compactMap(group).allSatisfy { !ways(to: $0).isEmpty }
  }

  /// Returns all valid selections of a group, by enumeration.
  func ways(to group: GroupRow) -> [[String: Int]] {
    var ways: [[String: Int]] = [[:]]
    for modifier in group.modifiers.compactMap(modifier)
    where !stopped.contains("modifier \(modifier.id)") {
      ways = ways.flatMap { way in
        (0...(modifier.max ?? 1)).map { count in
          count == 0 ? way : way.merging([modifier.id: count]) { $1 }
        }
      }
    }
    return ways.filter { way in
      let table = way.flatMap { Array(repeating: $0.key, count: $0.value) }
      return amounts(of: table, group.quantity, at: "").isEmpty
    }
  }
}
