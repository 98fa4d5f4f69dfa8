extension OrderableMenu {
  /// Returns an item, and the items whose limits it has as well.
  func limits(of item: MenuItem) -> [MenuItem] {
    var items = [item]
    if case .variant(let id) = item, let variant = menu.variants[id] {
      items += [.product(variant.product)] + (variant.size.map { [.size($0)] } ?? [])
    }
    if stops.stopsCategories {
      let categories = menu.categories.filter { !$0.items.filter(items.contains).isEmpty }
      items += categories.map { .category($0.id) }
    }
    return items
  }

  /// Returns the number of units of an item that are left, without the limits of other items.
  func ownUnitsLeft(of item: MenuItem) -> Int? {
    (stops.entries[item] ?? []).filter { $0.applies(at: time) }.compactMap(\.left).min()
  }
}

/// The units of variants that one configuration takes; several variants may have one limit.
struct Stock {
  private let order: OrderableMenu
  private var taken: [MenuItem: Int] = [:]

  init(_ order: OrderableMenu) { self.order = order }

  /// Takes units of a variant, as far as they are left, and returns their number.
  mutating func take(_ count: Int, of variant: Variant.ID) -> Int {
    guard order.stops.limitsUnits else { return max(0, count) }
    let limits = order.limits(of: .variant(variant))
    let left = limits.compactMap { item in
      order.ownUnitsLeft(of: item).map { $0 - taken[item, default: 0] }
    }
    let units = max(0, min(count, left.min() ?? count))
    for item in limits { taken[item, default: 0] += units }
    return units
  }
}
