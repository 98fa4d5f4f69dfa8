import SyncTestSupport

@testable import Menu

/// A random menu and random configurations, reproducible by the seed.
struct RandomMenu {
  var random: SplitMix64
  var document: MenuDocument

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let names = { (prefix: String, count: Int) in (0..<count).map { "\(prefix)\($0)" } }
    let modifiers = names("m", 6).enumerated().map { index, id in
      let isReduction = index > 1 && Int.random(in: 0..<8, using: &random) == 0
      return ModifierRow(
        id: id, name: id, price: isReduction ? -60 : .random(in: 0...6, using: &random) * 50,
        max: [nil, 1, 2, 3].randomElement(using: &random) ?? nil,
        groups: index < 2 ? ["n\(Bool.random(using: &random) ? index : 0)"] : nil,
        overrides: Self.overrides(&random), needs: isReduction ? ["negativePrice"] : nil)
    }
    // Only the first group has modifiers with groups of their own, so that there is no cycle and each
    // way to share a nested group is within one group.
    let groups = names("g", 4).enumerated().map { index, id in
      let offered = Array(modifiers[(index == 0 ? 0 : 2)...])
      return Self.group(id, offered.shuffled(using: &random), most: 3, &random)
    }
    let nested = names("n", 2).map { id in
      Self.group(id, modifiers[2...].shuffled(using: &random), most: 2, &random)
    }
    let products = names("p", 5).map { id in
      Self.product(id, groups: groups.filter { _ in .random(using: &random) }, &random)
    }
    let variants = products.flatMap { $0.variants.rows.map(\.id) }
    let slots = names("t", 3).map { id in
      let options = Array(variants.shuffled(using: &random).prefix(4))
      let minimum = Int.random(in: 0...2, using: &random)
      return SlotRow(
        id: id, name: id, options: options,
        quantity: QuantityRow(
          min: minimum, max: minimum + 1,
          minKinds: min(minimum, .random(in: 1...2, using: &random)),
          maxKinds: Bool.random(using: &random) ? max(1, minimum) : nil),
        surcharges: Bool.random(using: &random) ? [options[0]: 25] : nil,
        allowances: Int.random(in: 0..<3, using: &random) == 0
          ? [Allowance(groups: ["g0", "g1"], free: 2)] : nil)
    }
    let rules = [
      PricingRow(rule: "fixed", price: 777, percentOff: nil),
      PricingRow(rule: "parts", price: nil, percentOff: nil),
      PricingRow(rule: "parts", price: nil, percentOff: 14),
      PricingRow(rule: "amountOff", price: nil, percentOff: nil, amount: 350),
      PricingRow(
        rule: "cheapestFree", price: nil, percentOff: nil, count: 1, slots: ["t0", "t1"]),
    ]
    let combos = zip(names("k", 5), rules).enumerated().map { index, row in
      ComboRow(
        id: row.0, name: row.0, badges: nil, slots: Array(names("t", 3).prefix(index + 1)),
        pricing: row.1, text: nil, image: nil, hours: nil,
        groups: Bool.random(using: &random) ? ["g1", "g3"] : nil)
    }
    let rows = { (ids: [String]) in Rows(ids.map { NameRow(id: $0, name: $0) }) }
    document = MenuDocument(
      revision: 1, language: "en", currency: "KZT", categories: Rows([]), products: Rows(products),
      sizes: rows(names("s", 2)), crusts: rows(names("c", 2)), ingredients: rows(names("i", 3)),
      groups: Rows(groups + nested), modifiers: Rows(modifiers), combos: Rows(combos),
      slots: Rows(slots))
    self.random = random
  }

  private static func product(
    _ id: String, groups: [GroupRow], _ random: inout SplitMix64
  ) -> ProductRow {
    let variants = (0..<Int.random(in: 1...4, using: &random)).map { index in
      let prices = (0..<Int.random(in: 0...2, using: &random)).map { index in
        TimedPriceRow(
          price: Int64(400 - 50 * index),
          hours: (0..<Int.random(in: 1...2, using: &random)).map { _ in hours(&random) })
      }
      return VariantRow(
        id: "\(id)v\(index)", size: "s\(index / 2)", price: .random(in: 0...999, using: &random),
        grams: nil, nutrition: nil, crust: "c\(index % 2)",
        prices: prices.isEmpty ? nil : prices)
    }
    let rule = ["dearer", "average", "sumOfHalves", "of a later release"]
      .randomElement(using: &random)
    let partners = (0..<5).map { "p\($0)" }.filter { _ in .random(using: &random) }
    let offers = groups.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.flatMap {
      group in
      let row = OfferRow(
        group: group.id, sizes: ["s0"], crusts: Bool.random(using: &random) ? ["c1"] : nil,
        quantity: QuantityRow(
          min: nil, max: (group.quantity?.max ?? 0) + 1, minKinds: nil, maxKinds: nil),
        free: [nil, 1, 3].randomElement(using: &random) ?? nil)
      let rest = OfferRow(group: group.id, sizes: nil, crusts: nil, quantity: nil, free: nil)
      return Bool.random(using: &random) ? [row, rest] : [row]
    }
    let shared = Set(groups.prefix(2).map { ModifierGroup.ID(rawValue: $0.id) })
    return ProductRow(
      id: id, name: id, text: nil, image: nil, badges: nil, allergens: nil,
      variants: Rows(variants),
      ingredients: (0..<3).map { "i\($0)" }.filter { _ in .random(using: &random) },
      groups: groups.map(\.id),
      halves: Bool.random(using: &random)
        ? HalvesRow(pricing: rule ?? "dearer", partners: partners) : nil, hours: nil, diets: nil,
      mayContain: nil, offers: offers,
      allowances: Bool.random(using: &random)
        ? [Allowance(groups: shared, free: .random(in: 0...3, using: &random))] : nil)
  }

  /// Returns a random window, which is often open on 2026-11-24, a Tuesday, at noon.
  private static func hours(_ random: inout SplitMix64) -> HoursRow {
    let (opens, closes) =
      [(0, 1440), (660, 780), (600, 600), (1320, 750), (720, 721), (0, 60)]
      .randomElement(using: &random) ?? (0, 0)
    let days = (1...7).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
    return HoursRow(
      days: days.isEmpty ? [2] : days, opens: opens, closes: closes,
      from: [nil, "2026-11-23", "2026-11-24", "2026-11-25"].randomElement(using: &random) ?? nil,
      until: [nil, "2026-11-25", "2026-12-24"].randomElement(using: &random) ?? nil)
  }

  /// Returns random overrides for a group, a size, a crust or several of them; often `nil`.
  private static func overrides(_ random: inout SplitMix64) -> [PriceOverride]? {
    guard Bool.random(using: &random) else { return nil }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      let group: ModifierGroup.ID? = ["g0", "g1", "n0", nil].randomElement(using: &random) ?? nil
      let size: ProductSize.ID? = ["s0", "s1", nil].randomElement(using: &random) ?? nil
      let price = Int64.random(in: 0...6, using: &random) * 45
      let crust: Crust.ID? = ["c0", nil, nil].randomElement(using: &random) ?? nil
      return PriceOverride(group: group, size: size, crust: crust, price: price)
    }
  }

  private static func group(
    _ id: String, _ offered: [ModifierRow], most: Int, _ random: inout SplitMix64
  ) -> GroupRow {
    let modifiers = Array(offered.prefix(.random(in: 1...most, using: &random)))
    // Modifiers that require a choice in the same group cannot be selected together.
    let nested = Set(modifiers.compactMap { $0.groups?.first })
    let isShared = nested.count < modifiers.count { $0.groups != nil }
    let maxima = modifiers.map { $0.max ?? 1 }.sorted(by: >)
    let maxKinds = Int.random(in: 1...modifiers.count, using: &random)
    let reach = isShared ? 1 : maxima.prefix(maxKinds).reduce(0, +)
    let minimum = Int.random(in: 0...reach, using: &random)
    let maximum = minimum + .random(in: 1...2, using: &random)
    let minKinds = isShared ? 0 : Int.random(in: 0...min(maxKinds, maximum), using: &random)
    let hasTiers = Int.random(in: 0..<5, using: &random) == 0
    return GroupRow(
      id: id, name: id, modifiers: modifiers.map(\.id),
      quantity: QuantityRow(min: minimum, max: maximum, minKinds: minKinds, maxKinds: maxKinds),
      free: .random(in: 0...2, using: &random), defaults: nil,
      tiers: hasTiers ? [PriceTier(units: 1, price: 70), PriceTier(units: nil, price: 40)] : nil,
      portions: !hasTiers && .random(using: &random) ? PortionsRow(half: 45) : nil,
      amounts: Bool.random(using: &random)
        ? [ModifierAmount(id: "extra", name: "Extra", units: 2)] : nil)
  }
}

extension RandomMenu {
  /// Returns a configuration that is often valid and often invalid in some way.
  mutating func configuration() -> ProductConfiguration {
    let products = document.products.rows
    let product = products.randomElement(using: &random) ?? products[0]
    var configuration = ProductConfiguration(variant(of: product))
    for group in document.groups.rows where Int.random(in: 0..<10, using: &random) < 4 {
      guard product.groups?.contains(group.id) == true || .random(in: 0..<10, using: &random) < 2
      else { continue }
      configuration.modifiers[ModifierGroup.ID(rawValue: group.id)] = taken(of: group)
    }
    configuration.removed = removed()
    if Int.random(in: 0..<3, using: &random) == 0,
      let other = products.randomElement(using: &random)
    {
      configuration.secondHalf = ProductConfiguration.Half(variant(of: other))
      configuration.secondHalf?.removed = removed()
    }
    return configuration
  }

  /// Returns the first selection of each item of a menu, and random ones.
  mutating func wishes(_ count: Int, in order: OrderableMenu) -> [MenuSelection] {
    let variants = order.menu.variants.map { MenuItem.variant($0.id) }
    let items = variants + order.menu.combos.keys.map { MenuItem.combo($0) }
    var wishes = items.compactMap { order.selection(of: $0) }
    for _ in 0..<count { wishes += [.product(configuration()), .combo(combo())] }
    return wishes
  }

  mutating func combo() -> ComboConfiguration {
    var configuration = ComboConfiguration(
      Combo.ID(rawValue: "k\(Int.random(in: 0...5, using: &random))"))
    for group in document.groups.rows where Int.random(in: 0..<4, using: &random) == 0 {
      configuration.modifiers[ModifierGroup.ID(rawValue: group.id)] = taken(of: group)
    }
    for slot in document.slots.rows where Int.random(in: 0..<4, using: &random) > 0 {
      configuration.choices[ComboSlot.ID(rawValue: slot.id)] =
        (0..<Int.random(in: 0...2, using: &random))
        .map { _ in
          var choice = self.configuration()
          choice.secondHalf = Int.random(in: 0..<8, using: &random) == 0 ? choice.secondHalf : nil
          if let option = slot.options.randomElement(using: &random), .random(using: &random) {
            choice.variant = Variant.ID(rawValue: option)
          }
          return choice
        }
    }
    return configuration
  }

  /// Returns random entries of a stop list.
  mutating func stops() -> [StopRow] {
    let ids =
      document.products.rows.map { ("product", $0.id) }
      + document.products.rows.flatMap { $0.variants.rows.map { ("variant", $0.id) } }
      + document.modifiers.rows.map { ("modifier", $0.id) }
      + document.ingredients.rows.map { ("ingredient", $0.id) }
      + document.sizes.rows.map { ("size", $0.id) }
    return ids.filter { _ in Int.random(in: 0..<12, using: &random) == 0 }
      .map { StopRow(kind: $0.0, id: $0.1, until: nil, reason: nil) }
  }

  private mutating func variant(of product: ProductRow) -> Variant.ID {
    guard Int.random(in: 0..<40, using: &random) > 0 else { return "nowhere" }
    return Variant.ID(rawValue: product.variants.rows.randomElement(using: &random)?.id ?? "")
  }

  private mutating func taken(of group: GroupRow) -> [ModifierChoice: Int] {
    var taken: [ModifierChoice: Int] = [:]
    for id in document.modifiers.rows.map(\.id) + ["nothing"] {
      let odds = group.modifiers.contains(id) ? 60 : 2
      guard Int.random(in: 0..<100, using: &random) < odds else { continue }
      let isPlain = Int.random(in: 0..<3, using: &random) > 0
      let choice = ModifierChoice(
        MenuModifier.ID(rawValue: id),
        on: isPlain ? nil : [.first, .second].randomElement(using: &random),
        amount: isPlain || Bool.random(using: &random) ? nil : "extra")
      taken[choice] = .random(in: -1...3, using: &random)
      if !isPlain { taken[ModifierChoice(choice.modifier)] = .random(in: 0...1, using: &random) }
    }
    return taken
  }

  private mutating func removed() -> Set<Ingredient.ID> {
    Set(
      ["i0", "i1", "i2", "i9"].filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
        .map { Ingredient.ID(rawValue: $0) })
  }
}
