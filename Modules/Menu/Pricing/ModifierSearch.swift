/// A search for the cheapest available modifiers in groups.
///
/// Only modifiers on whole products are considered, in the normal amount.
struct ModifierSearch {
  private let order: OrderableMenu
  /// The variant to which the modifiers are added; `nil` for a combo.
  private let variant: Variant?
  /// Whether modifiers with a negative price are selected although no group requires them.
  private let takesReductions: Bool
  /// The groups that the item offers itself; no modifier may require a choice in them.
  private let own: Set<ModifierGroup.ID>
  /// The cheapest selections in the groups of modifiers that were searched.
  private var known: [ModifierGroup.ID: ModifierSelection?] = [:]

  init(
    _ order: OrderableMenu, in groups: [ModifierGroup], to variant: Variant?, takesReductions: Bool
  ) {
    self.order = order
    self.variant = variant
    self.takesReductions = takesReductions && order.menu.content.tables.hasReductions
    own = order.menu.content.tables.nesting.isEmpty ? [] : Set(groups.map(\.id))
  }

  /// Returns the cheapest selection in groups and in the groups that its modifiers require.
  ///
  /// The result is `nil` if too few modifiers are available. `lacksUnits` is `true` if enough are available,
  /// but the groups together require more units than are left.
  mutating func selection(
    in groups: [ModifierGroup], _ allowances: [Allowance] = []
  ) -> (modifiers: ModifierSelection, lacksUnits: Bool)? {
    var pools: [ChoiceSearch.Pool] = []
    var places: [Allowance: Int] = [:]
    for group in groups where group.quantity.isRequired || takesReductions {
      let row = row(of: group)
      guard row.most > 0 else { continue }
      let allowance =
        group.tiers.isEmpty ? allowances.first { $0.groups.contains(group.id) } : nil
      if let place = allowance.flatMap({ places[$0] }) {
        pools[place].rows.append(row)
      } else {
        if let allowance { places[allowance] = pools.count }
        pools.append(ChoiceSearch.Pool(rows: [row], free: allowance?.free ?? group.free))
      }
    }
    let found = ChoiceSearch.cheapest(in: pools) { order.ownUnitsLeft(of: $0) }
    return found.map { choices, lacksUnits in
      var modifiers: ModifierSelection = [:]
      for (row, option, count) in choices {
        let choice = ModifierChoice(MenuModifier.ID(rawValue: option.id))
        modifiers[ModifierGroup.ID(rawValue: row), default: [:]][choice] = count
        modifiers.merge(option.nested.selection) { first, _ in first }
      }
      return (modifiers, lacksUnits)
    }
  }

  private mutating func row(of group: ModifierGroup) -> ChoiceSearch.Row {
    let options = order.available(in: group).compactMap { option($0, in: group) }
    let canReduce = takesReductions && options.contains { $0.price < 0 || $0.nested.price < 0 }
    return ChoiceSearch.Row(
      id: group.id.rawValue, rule: group.quantity,
      most: canReduce ? group.quantity.count.upperBound : group.quantity.fewest,
      tiers: group.tiers, options: options)
  }

  private mutating func option(
    _ modifier: MenuModifier, in group: ModifierGroup
  ) -> ChoiceSearch.Option? {
    guard own.isDisjoint(with: modifier.requires) else { return nil }
    var option = ChoiceSearch.Option(
      id: modifier.id.rawValue,
      price: group.tiers.isEmpty ? Int128(modifier.price(in: group.id, to: variant)) : 0,
      maximum: modifier.maximum, units: limits([modifier.id]))
    let groups = modifier.groups.compactMap { order.menu.groups[$0] }
    for group in groups {
      let found = known[group.id] ?? selection(in: [group])?.modifiers
      known[group.id] = .some(found)
      guard let found else { return nil }
      option.nested.selection.merge(found) { first, _ in first }
    }
    let nested = option.nested.selection
    guard !nested.isEmpty else { return option }
    option.nested.price = order.prices.added(by: nested, in: groups, to: variant) ?? 0
    option.nested.limits =
      nested.keys.filter { order.menu.groups[$0]?.quantity.isRequired == true }
      .map(ChoiceSearch.Limit.choice)
      + nested.values.flatMap { taken in
        taken.flatMap { limits(Array(repeating: $0.key.modifier, count: $0.value)) }
      }
    return option
  }

  private func limits(_ modifiers: [MenuModifier.ID]) -> [ChoiceSearch.Limit] {
    order.stops.limitsUnits ? modifiers.map { .unit(.modifier($0)) } : []
  }
}
