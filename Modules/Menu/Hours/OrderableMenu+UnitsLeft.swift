import Foundation

extension OrderableMenu {
  /// Returns an item, and the items whose limits it has as well.
  func limits(of item: MenuItem) -> [MenuItem] {
    var items = [item]
    if case .modifier = item { return items }
    if case .variant(let id) = item, let variant = menu.variants[id] {
      items += [.product(variant.product)] + (variant.size.map { [.size($0)] } ?? [])
    }
    if stops.stopsCategories {
      let categories = menu.categories.filter { category in
        stops.entries[.category(category.id)] != nil
          && category.items.contains(where: items.contains)
      }
      items += categories.map { .category($0.id) }
    }
    return items
  }

  /// Returns the number of units of an item that are left, without the limits of other items.
  func ownUnitsLeft(of item: MenuItem) -> Int? {
    (stops.entries[item] ?? []).filter { $0.applies(at: time) }.compactMap(\.left).min().map {
      max(0, $0)
    }
  }

  /// The first time at which a limit of one of these items ends; `nil` if it is unknown.
  func endOfLimits(of items: some Sequence<MenuItem>) -> Date? {
    guard stops.limitsUnits else { return nil }
    return items.flatMap(limits).flatMap { stops.entries[$0] ?? [] }
      .filter { $0.left != nil && $0.applies(at: time) }.compactMap(\.end).min()
  }

  /// Takes units of an item for a part of a configuration, so that the other parts cannot have them.
  mutating func take(_ count: Int, of item: MenuItem) {
    guard stops.limitsUnits, count > 0 else { return }
    for limit in limits(of: item) { stops.take(count, of: limit) }
  }

  /// Takes the units of selected modifiers.
  mutating func take(_ selection: ModifierSelection) {
    guard stops.limitsUnits else { return }
    for (choice, count) in selection.values.joined() { take(count, of: .modifier(choice.modifier)) }
    lacking = modifiersWithoutChoice()
  }
}
