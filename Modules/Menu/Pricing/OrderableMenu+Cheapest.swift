extension QuantityRule {
  /// Whether a selection of these modifiers can reach the required quantities.
  func isSatisfiable(by modifiers: [MenuModifier]) -> Bool {
    guard fewest > 0 else { return true }
    let most = modifiers.map(\.maximum).sorted(by: >).prefix(kinds.upperBound).reduce(0, +)
    return kinds.lowerBound <= modifiers.count && fewest <= most
  }
}

extension OrderableMenu {
  /// Partial selection from the modifiers considered so far.
  private struct Taken {
    var cost: Int64
    var counts: [MenuModifier.ID: Int]
  }

  /// Returns the cheapest available selection that satisfies a group's rule; `nil` if none does.
  ///
  /// A greedy choice is insufficient: with few kinds allowed and a low maximum for each, it may end
  /// below the minimum. The search therefore stores the best selection for each number of kinds and
  /// units. It considers the modifiers in ascending order of price, so the first units are the free
  /// ones.
  func cheapest(
    of group: ModifierGroup, to size: ProductSize.ID?
  ) -> [MenuModifier.ID: Int]? {
    let units = group.quantity.fewest
    guard units > 0 else { return [:] }
    let offered = available(in: group)
      .map { (modifier: $0, price: $0.price(in: group.id, to: size)) }
    guard units > 1 else {
      return offered.min { $0.price < $1.price }.map { [$0.modifier.id: 1] }
    }
    let kinds = min(group.quantity.kinds.upperBound, units)
    var best = [[Taken?]](
      repeating: Array(repeating: nil, count: units + 1), count: kinds + 1)
    best[0][0] = Taken(cost: 0, counts: [:])
    for (modifier, price) in offered.sorted(by: { $0.price < $1.price }) {
      // Descending, so that a modifier does not extend a selection that contains it.
      for kind in (0..<kinds).reversed() {
        for unit in 0..<units {
          guard let taken = best[kind][unit] else { continue }
          for count in 1...min(modifier.maximum, units - unit) {
            let total = unit + count
            let charged = max(0, total - group.free) - max(0, unit - group.free)
            let cost = taken.cost + price * Int64(charged)
            if let known = best[kind + 1][total], known.cost <= cost { continue }
            var counts = taken.counts
            counts[modifier.id] = count
            best[kind + 1][total] = Taken(cost: cost, counts: counts)
          }
        }
      }
    }
    let enough = best[min(group.quantity.kinds.lowerBound, kinds)...].compactMap { $0[units] }
    return enough.min { $0.cost < $1.cost }?.counts
  }
}
