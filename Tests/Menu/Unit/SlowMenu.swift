@testable import Menu

/// Test oracle that computes prices and rules directly from the rows, without optimization.
///
/// The oracle shares only the shape of the document with the module. It lists every unit and
/// searches every table from the start.
struct SlowMenu {
  let document: MenuDocument
  let stopped: Set<String>
  /// Whether prices are those at noon; otherwise they are the regular prices.
  var isNoon = true

  /// The same menu with its regular prices.
  var regular: SlowMenu {
    var menu = self
    menu.isNoon = false
    return menu
  }

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

  /// A group with the limits and the free units that it has for a variant.
  struct Offered {
    let row: GroupRow
    var rule: QuantityRow?
    var free: Int
  }

  func whole(_ groups: [String]?) -> [Offered] {
    (groups ?? []).compactMap(group).map {
      Offered(row: $0, rule: $0.quantity, free: $0.free ?? 0)
    }
  }

  /// Returns the groups that a product offers for a variant.
  func groups(of variant: VariantRow) -> [Offered] {
    guard let product = product(of: variant.id) else { return [] }
    return whole(product.groups).compactMap { group in
      let rows = (product.offers ?? []).filter { $0.group == group.row.id }
      if rows.isEmpty { return group }
      for row in rows {
        if let sizes = row.sizes, !sizes.contains(.init(rawValue: variant.size ?? "")) { continue }
        if let crusts = row.crusts, !crusts.contains(.init(rawValue: variant.crust ?? "")) {
          continue
        }
        let old = group.rule
        let rule = QuantityRow(
          min: row.quantity?.min ?? old?.min, max: row.quantity?.max ?? old?.max,
          minKinds: row.quantity?.minKinds ?? old?.minKinds,
          maxKinds: row.quantity?.maxKinds ?? old?.maxKinds)
        return Offered(row: group.row, rule: rule, free: row.free ?? group.free)
      }
      return nil
    }
  }

  /// Returns the groups that a selection can use, by expansion until nothing is added.
  func reach(_ own: [Offered], _ selection: ModifierSelection) -> [Offered] {
    var reach = own
    var next = 0
    while next < reach.count {
      for id in reach[next].row.modifiers {
        guard isSelected(id, in: reach[next].row.id, selection) else { continue }
        for group in whole(modifier(id)?.groups)
        where !reach.contains(where: { $0.row.id == group.row.id }) {
          reach.append(group)
        }
      }
      next += 1
    }
    return reach
  }

  func isSelected(_ modifier: String, in group: String, _ selection: ModifierSelection) -> Bool {
    let taken = selection[ModifierGroup.ID(rawValue: group)] ?? [:]
    return taken.contains { $0.key.modifier.rawValue == modifier && $0.value > 0 }
  }

  /// Returns the units of a choice.
  func units(_ choice: ModifierChoice, _ count: Int, in group: GroupRow) -> Int {
    let amount = group.amounts?.first { $0.id == choice.amount }
    return max(0, count) * (amount?.units ?? 1)
  }

  // MARK: Pricing

  func price(of variant: VariantRow) -> Int {
    let timed = variant.prices?.first { $0.hours.contains(where: isOpenAtNoon) }
    return Int(isNoon ? timed?.price ?? variant.price : variant.price)
  }

  /// Whether a window is open at noon on 2026-11-24, a Tuesday.
  private func isOpenAtNoon(_ window: HoursRow) -> Bool {
    func begins(_ day: Int, _ date: String) -> Bool {
      let isLater = window.from.map { $0 > date } ?? false
      let isOver = window.until.map { $0 < date } ?? false
      return window.days.contains(day) && !isLater && !isOver
    }
    let today = begins(2, "2026-11-24") && window.opens <= 720
    if window.closes > window.opens { return today && 720 < window.closes }
    return today || begins(1, "2026-11-23") && 720 < window.closes
  }

  func basePrice(_ configuration: ProductConfiguration) -> Int? {
    guard let first = variant(configuration.variant.rawValue) else { return nil }
    guard let half = configuration.secondHalf else { return price(of: first) }
    guard let second = variant(half.variant.rawValue), let rule = product(of: first.id)?.halves,
      !rule.partners.isEmpty
    else { return nil }
    let (one, other) = (price(of: first), price(of: second))
    let up = { (halves: Int) in halves % 2 == 0 ? halves / 2 : halves / 2 + 1 }
    switch rule.pricing {
    case "dearer": return one > other ? one : other
    case "average": return up(one + other)
    case "sumOfHalves": return up(one) + up(other)
    default: return nil
    }
  }

  func additions(_ configuration: ProductConfiguration, in slot: SlotRow? = nil) -> Int? {
    guard let variant = variant(configuration.variant.rawValue) else { return nil }
    return additions(
      configuration.modifiers, groups(of: variant), to: variant,
      slot?.allowances ?? product(of: variant.id)?.allowances)
  }

  /// Returns the price of a selection, by a list of all units of each pool.
  func additions(
    _ selection: ModifierSelection, _ own: [Offered], to variant: VariantRow?,
    _ allowances: [Allowance]?
  ) -> Int? {
    for (id, taken) in selection {
      guard group(id.rawValue) != nil,
        taken.keys.allSatisfy({ modifier($0.modifier.rawValue) != nil })
      else { return nil }
    }
    var sum = 0
    /// The units of each choice: 100 times the price of one, and the choice to which it belongs.
    var pools: [String: (free: Int, units: [(price: Int, choice: String)])] = [:]
    for (position, group) in reach(own, selection).enumerated() {
      var units: [(price: Int, choice: String)] = []
      for (choice, count) in selection[.init(rawValue: group.row.id)] ?? [:] {
        let price = price(choice.modifier.rawValue, in: group.row.id, to: variant)
        let percent = choice.portion == nil ? 100 : group.row.portions?.half ?? 100
        let half = choice.portion?.rawValue ?? ""
        let name = "\(position) \(choice.modifier) \(half) \(choice.amount?.rawValue ?? "")"
        units += Array(
          repeating: (price * percent, name),
          count: self.units(choice, count, in: group.row))
      }
      if let tiers = group.row.tiers {
        for (number, _) in units.enumerated() { sum += Int(tiers[number == 0 ? 0 : 1].price) }
        continue
      }
      let shared = allowances?.first { $0.groups.contains(.init(rawValue: group.row.id)) }
      let name = shared.map { $0.groups.map(\.rawValue).sorted().joined() } ?? "own \(group.row.id)"
      pools[name, default: (shared?.free ?? group.free, [])].units += units
    }
    for pool in pools.values {
      // Units of one choice are adjacent, so that which of equally cheap ones are free is certain.
      let paid = pool.units.filter { $0.price >= 0 }.sorted { $0 < $1 }.dropFirst(pool.free)
      let charged = pool.units.filter { $0.price < 0 } + paid
      for (_, units) in Dictionary(grouping: charged, by: \.choice) {
        let hundredths = units.map(\.price).reduce(0, +)
        sum += hundredths < 0 ? -((50 - hundredths) / 100) : (hundredths + 50) / 100
      }
    }
    return sum
  }

  /// Returns the price of one modifier in a group, with a variant.
  func price(_ id: String, in group: String, to variant: VariantRow?) -> Int {
    for override in modifier(id)?.overrides ?? [] {
      if let only = override.group, only.rawValue != group { continue }
      if let only = override.size, only.rawValue != variant?.size { continue }
      if let only = override.crust, only.rawValue != variant?.crust { continue }
      return Int(override.price)
    }
    return Int(modifier(id)?.price ?? 0)
  }

  func price(_ configuration: ProductConfiguration) -> Int? {
    guard let base = basePrice(configuration), let added = additions(configuration) else {
      return nil
    }
    return max(0, base + added)
  }

  func price(_ configuration: ComboConfiguration) -> Int? {
    let wanted = configuration.combo.rawValue
    guard let combo = document.combos.rows.first(where: { $0.id == wanted }),
      let own = additions(configuration.modifiers, whole(combo.groups), to: nil, nil)
    else { return nil }
    var bases: [(slot: String, price: Int)] = []
    var extras: [Int] = []
    for id in configuration.choices.keys.map(\.rawValue) where !combo.slots.contains(id) {
      guard slot(id) != nil else { return nil }
      for choice in configuration.choices[.init(rawValue: id)] ?? [] where price(choice) == nil {
        return nil
      }
    }
    for id in combo.slots {
      for choice in configuration.choices[.init(rawValue: id)] ?? [] {
        guard let base = basePrice(choice), let added = additions(choice, in: slot(id)) else {
          return nil
        }
        bases.append((id, base))
        extras.append(
          max(added, -base) + Int(slot(id)?.surcharges?[choice.variant.rawValue] ?? 0))
      }
    }
    if bases.isEmpty { return max(0, Int(combo.pricing.price ?? 0) + own) }
    let shares = shares(combo.pricing, bases)
    return max(0, zip(shares, extras).map { max(0, $0 + $1) }.reduce(own, +))
  }

  func shares(_ pricing: PricingRow, _ bases: [(slot: String, price: Int)]) -> [Int] {
    let prices = bases.map(\.price)
    switch pricing.rule {
    case "parts":
      return prices.map { price in
        let hundredths = price * (100 - (pricing.percentOff ?? 0))
        return hundredths / 100 + (hundredths % 100 >= 50 ? 1 : 0)
      }
    case "cheapestFree":
      let named = bases.indices.filter { pricing.slots?.contains(bases[$0].slot) == true }
      let free = bases.count > 1 ? named.min { prices[$0] < prices[$1] } : nil
      return bases.indices.map { $0 == free ? 0 : prices[$0] }
    default:
      let whole =
        pricing.rule == "fixed"
        ? Int(pricing.price ?? 0)
        : max(0, prices.reduce(0, +) - Int(pricing.amount ?? 0))
      let weights = prices.reduce(0, +) == 0 ? prices.map { _ in 1 } : prices
      let sum = weights.reduce(0, +)
      var shares = weights.map { whole * $0 / sum }
      while shares.reduce(0, +) < whole {
        // The first of the parts that have lost most by rounding down.
        let lost = weights.indices.map { whole * weights[$0] - shares[$0] * sum }
        shares[lost.firstIndex(of: lost.max() ?? 0) ?? 0] += 1
      }
      return shares
    }
  }
}
