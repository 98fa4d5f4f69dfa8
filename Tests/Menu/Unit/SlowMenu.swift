@testable import Menu

/// Test oracle that computes prices and rules directly from the rows, without optimization.
///
/// The oracle shares only the shape of the document with the module. It lists every unit and
/// searches every table from the start.
struct SlowMenu {
  let document: MenuDocument
  let stopped: Set<String>

  init(_ document: MenuDocument, stops: [StopRow] = []) {
    self.document = document
    stopped = Set(stops.map { "\($0.kind) \($0.id)" })
  }

  // MARK: Finding

  func product(of variant: String) -> ProductRow? {
    document.products.rows.first { $0.variants.rows.contains { $0.id == variant } }
  }

  func variant(_ id: String) -> VariantRow? {
    document.products.rows.flatMap(\.variants.rows).first { $0.id == id }
  }

  func group(_ id: String) -> GroupRow? { document.groups.rows.first { $0.id == id } }

  func modifier(_ id: String) -> ModifierRow? { document.modifiers.rows.first { $0.id == id } }

  func slot(_ id: String) -> SlotRow? { document.slots.rows.first { $0.id == id } }

  /// Returns the groups that a configuration can use, by expansion until nothing is added.
  func reach(_ product: ProductRow, _ configuration: ProductConfiguration) -> Set<String> {
    var reach = Set(product.groups ?? [])
    while true {
      var wider = reach
      for (group, taken) in configuration.modifiers where reach.contains(group.rawValue) {
        for (id, count) in taken
        where count > 0 && self.group(group.rawValue)?.modifiers.contains(id.rawValue) == true {
          wider.formUnion(modifier(id.rawValue)?.groups ?? [])
        }
      }
      if wider == reach { return reach }
      reach = wider
    }
  }

  // MARK: Pricing

  func basePrice(_ configuration: ProductConfiguration) -> Int? {
    guard let first = variant(configuration.variant.rawValue) else { return nil }
    guard let half = configuration.secondHalf else { return Int(first.price) }
    guard let second = variant(half.variant.rawValue), let rule = product(of: first.id)?.halves,
      !rule.partners.isEmpty
    else { return nil }
    let (one, other) = (Int(first.price), Int(second.price))
    let up = { (halves: Int) in halves % 2 == 0 ? halves / 2 : halves / 2 + 1 }
    switch rule.pricing {
    case "dearer": return one > other ? one : other
    case "average": return up(one + other)
    case "sumOfHalves": return up(one) + up(other)
    default: return nil
    }
  }

  func additions(_ configuration: ProductConfiguration) -> Int? {
    guard let product = product(of: configuration.variant.rawValue) else { return nil }
    var sum = 0
    for (id, taken) in configuration.modifiers {
      guard let group = group(id.rawValue) else { return nil }
      guard taken.keys.allSatisfy({ modifier($0.rawValue) != nil }) else { return nil }
      guard reach(product, configuration).contains(id.rawValue) else { continue }
      var table: [Int] = []
      for (id, count) in taken {
        let price = price(id.rawValue, in: group.id, to: configuration.variant.rawValue)
        if count > 0 { table += Array(repeating: price, count: count) }
      }
      table.sort()
      sum += table.dropFirst(group.free ?? 0).reduce(0, +)
    }
    return sum
  }

  /// Returns the price of one modifier in a group, with a variant.
  func price(_ id: String, in group: String, to variant: String) -> Int {
    let size = self.variant(variant)?.size
    for override in modifier(id)?.overrides ?? [] {
      if let only = override.group, only != group { continue }
      if let only = override.size, only != size { continue }
      return Int(override.price)
    }
    return Int(modifier(id)?.price ?? 0)
  }

  func price(_ configuration: ProductConfiguration) -> Int? {
    guard let base = basePrice(configuration), let added = additions(configuration) else {
      return nil
    }
    return base + added
  }

  func price(_ configuration: ComboConfiguration) -> Int? {
    let wanted = configuration.combo.rawValue
    guard let combo = document.combos.rows.first(where: { $0.id == wanted }) else { return nil }
    var sum = combo.pricing.rule == "fixed" ? Int(combo.pricing.price ?? 0) : 0
    for (id, choices) in configuration.choices {
      guard let slot = slot(id.rawValue) else { return nil }
      for choice in choices {
        guard let base = basePrice(choice), let added = additions(choice) else { return nil }
        guard combo.slots.contains(id.rawValue) else { continue }
        if combo.pricing.rule == "parts" {
          let hundredths = base * (100 - (combo.pricing.percentOff ?? 0))
          sum += hundredths / 100 + (hundredths % 100 >= 50 ? 1 : 0)
        }
        sum += Int(slot.surcharges?[choice.variant.rawValue] ?? 0) + added
      }
    }
    return sum
  }
}
