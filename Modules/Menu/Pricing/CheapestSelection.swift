/// A search for the cheapest available selection that satisfies the rules of groups.
///
/// Only modifiers on whole products are considered, in the normal amount.
///
/// The sum of prices without the cheapest `n` units is the minimum, over a threshold `t`, of the sum in
/// which each price below `t` is replaced by `t`, less `n · t`. For one threshold, the cheapest selection
/// of each group does not depend on the other groups. So the search tries each price as the threshold,
/// and compares the true prices of the results.
struct CheapestSelection {
  private var order: OrderableMenu
  /// The variant to which the modifiers are added; `nil` for a combo.
  let variant: Variant?
  /// Whether modifiers with a negative price are selected although no group requires them.
  let takesReductions: Bool
  /// Whether two modifiers can require a choice in the same group.
  private let canShare: Bool
  /// The groups in which a choice is made already; no further modifier may require one in them.
  private var owned: Set<ModifierGroup.ID>
  /// The cheapest selections in the groups of modifiers that were searched.
  private var known: [ModifierGroup.ID: ModifierSelection?] = [:]

  init(
    _ order: OrderableMenu, in groups: [ModifierGroup], to variant: Variant?, takesReductions: Bool
  ) {
    self.order = order
    self.variant = variant
    self.takesReductions = takesReductions && order.menu.content.hasReductions
    canShare = !order.menu.content.nesting.isEmpty
    owned = canShare ? Set(groups.map(\.id)) : []
  }

  /// The threshold for a search in which no unit costs anything, unless it lowers the price.
  private static let allFree: Int64 = -1

  /// An available modifier of a group.
  private struct Candidate {
    let choice: ModifierChoice
    let maximum: Int
    let requires: [ModifierGroup.ID]
    /// The price of each unit; 0 if the group has prices by position.
    let price: Int64
    /// The selection in the groups that the modifier requires, and its price.
    let nested: ModifierSelection
    let nestedPrice: Int128
  }

  /// An intermediate result of the search in one group, with its cost.
  private struct Taken {
    var cost: Int128
    var counts: [ModifierChoice: Int]
    var owned: Set<ModifierGroup.ID>
  }

  /// Returns the cheapest selection in groups and in the groups that its modifiers require.
  ///
  /// The result is `nil` if too few modifiers are available. Groups may need the same units or nested
  /// choices: if nothing is left for one of them, it chooses before the others.
  mutating func selection(
    in groups: [ModifierGroup], _ allowances: [Allowance] = []
  ) -> ModifierSelection? {
    let start = self
    var groups = groups
    for _ in 0...groups.count {
      var (selection, failed): (ModifierSelection, Int?) = ([:], nil)
      var seen: Set<ModifierGroup.ID> = []
      for (place, group) in groups.enumerated() where group.quantity.isRequired || takesReductions {
        let allowance =
          group.tiers.isEmpty ? allowances.first { $0.groups.contains(group.id) } : nil
        var pool = [group]
        if let allowance {
          guard !seen.contains(group.id) else { continue }
          pool = groups.filter { allowance.groups.contains($0.id) && $0.tiers.isEmpty }
          seen.formUnion(allowance.groups)
        }
        guard let found = cheapest(in: pool, allowance) else {
          failed = place
          break
        }
        selection.merge(found) { first, _ in first }
        if canShare { owned.formUnion(found.keys) }
        if order.stops.limitsUnits {
          order.take(found)
          known = [:]
        }
      }
      guard let failed else { return selection }
      guard failed > 0 else { return nil }
      self = start
      groups.insert(groups.remove(at: failed), at: 0)
    }
    return nil
  }

  /// Returns the cheapest selection in groups that share their free units.
  private mutating func cheapest(
    in pool: [ModifierGroup], _ allowance: Allowance?
  ) -> ModifierSelection? {
    // Most required groups need one modifier without groups of its own.
    if pool.count == 1, pool[0].quantity.fewest == 1, !takesReductions, !canShare {
      let first = order.available(in: pool[0]).min {
        $0.price(in: pool[0].id, to: variant) < $1.price(in: pool[0].id, to: variant)
      }
      return first.map { [pool[0].id: [ModifierChoice($0.id): 1]] }
    }
    let pool = pool.filter { $0.quantity.isRequired || takesReductions }
      .map { ($0, candidates(in: $0)) }
      .filter { $0.quantity.isRequired || self.canReduce($1) }
    var thresholds: Set<Int64> = [0]
    let free = allowance?.free ?? pool.first?.0.free ?? 0
    let isSimple =
      pool.allSatisfy { $1.allSatisfy(\.nested.isEmpty) }
      && pool.reduce(0) { $0 + $1.0.quantity.fewest } <= 1
    if free > 0, !isSimple {
      thresholds.formUnion(pool.flatMap { $1.map { max($0.price, 0) } })
      // With fewer units than may be free, none of them costs anything.
      thresholds.insert(Self.allFree)
    }
    var best: (selection: ModifierSelection, price: Int128)?
    for threshold in thresholds.sorted() {
      var selection: ModifierSelection = [:]
      for (group, candidates) in pool {
        guard let counts = cheapest(of: candidates, in: group, threshold) else { return nil }
        if !counts.isEmpty { selection[group.id] = counts }
        for candidate in candidates where counts[candidate.choice] != nil {
          selection.merge(candidate.nested) { first, _ in first }
        }
      }
      guard thresholds.count > 1 else { return selection }
      let price = order.prices.added(
        by: selection, in: pool.map(\.0), to: variant, allowance.map { [$0] } ?? [])
      if let price, best.map({ price < $0.price }) ?? true { best = (selection, price) }
    }
    return best?.selection
  }

  /// Whether a selection can be cheaper than none.
  private func canReduce(_ candidates: [Candidate]) -> Bool {
    takesReductions && candidates.contains { $0.price < 0 || $0.nestedPrice < 0 }
  }

  private mutating func candidates(in group: ModifierGroup) -> [Candidate] {
    order.available(in: group).compactMap { modifier in
      guard owned.isDisjoint(with: modifier.requires) else { return nil }
      let price = group.tiers.isEmpty ? modifier.price(in: group.id, to: variant) : 0
      let groups = modifier.groups.compactMap { order.menu.groups[$0] }
      guard !groups.isEmpty else {
        return Candidate(
          choice: ModifierChoice(modifier.id), maximum: modifier.maximum, requires: [],
          price: price, nested: [:], nestedPrice: 0)
      }
      var nested: ModifierSelection = [:]
      for group in groups {
        let found = known[group.id] ?? cheapest(in: [group], nil)
        known[group.id] = .some(found)
        guard let found else { return nil }
        nested.merge(found) { first, _ in first }
      }
      let nestedPrice = order.prices.added(by: nested, in: groups, to: variant) ?? 0
      return Candidate(
        choice: ModifierChoice(modifier.id), maximum: modifier.maximum,
        requires: modifier.requires, price: price, nested: nested, nestedPrice: nestedPrice)
    }
  }

  /// Returns the cheapest quantities that satisfy a group's rule; `nil` if there are none.
  ///
  /// Choosing the cheapest modifier at each step is not sufficient. If the group allows few different
  /// modifiers and each has a low maximum, the cheapest modifiers may not reach the minimum quantity.
  /// Therefore the search fills a table. For each number of different modifiers and each total quantity,
  /// the table contains the cheapest selection.
  private func cheapest(
    of candidates: [Candidate], in group: ModifierGroup, _ threshold: Int64
  ) -> [ModifierChoice: Int]? {
    let rule = group.quantity
    func cost(_ candidate: Candidate) -> Int128 {
      if candidate.price < 0 { return Int128(candidate.price) }
      return threshold == Self.allFree ? 0 : Int128(max(candidate.price, threshold))
    }
    let units = canReduce(candidates) ? rule.count.upperBound : rule.fewest
    if units == 1, rule.fewest == 1 {
      let first = candidates.min { cost($0) + $0.nestedPrice < cost($1) + $1.nestedPrice }
      return first.map { [$0.choice: 1] }
    }
    let kinds = min(rule.kinds.upperBound, units)
    var best = [[Taken?]](
      repeating: Array(repeating: nil, count: units + 1), count: kinds + 1)
    best[0][0] = Taken(cost: 0, counts: [:], owned: [])
    for candidate in candidates {
      // The loop counts down, so that it adds this modifier only to selections without this modifier. A
      // loop that counts up would find the selections that it has just created.
      for kind in (0..<kinds).reversed() {
        for unit in 0..<units {
          guard let taken = best[kind][unit],
            taken.owned.isDisjoint(with: candidate.requires)
          else { continue }
          for count in 1...min(candidate.maximum, units - unit) {
            let sum = taken.cost + cost(candidate) * Int128(count) + candidate.nestedPrice
            if let known = best[kind + 1][unit + count], known.cost <= sum { continue }
            var counts = taken.counts
            counts[candidate.choice] = count
            best[kind + 1][unit + count] = Taken(
              cost: sum, counts: counts, owned: taken.owned.union(candidate.requires))
          }
        }
      }
    }
    // The prices by position depend on the number of units alone, so they are added last.
    let enough = best[min(rule.kinds.lowerBound, kinds)...].joined().compactMap { $0 }
    func total(_ taken: Taken) -> Int128 {
      taken.cost + group.tiers.price(of: Int128(taken.counts.values.reduce(0, +)))
    }
    return enough.filter { $0.counts.values.reduce(0, +) >= rule.fewest }
      .min { total($0) < total($1) }?.counts
  }
}
