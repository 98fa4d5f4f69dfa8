public import Pricing

/// Differences between two menus that are relevant to a cart.
///
/// Percentages of combos, surcharges, free quantities and half-and-half rules are not compared.
public struct MenuChanges: Sendable, Hashable {
  /// A price before and after a change.
  ///
  /// Both prices of a modifier may be equal; then its price in some group or for some size has
  /// changed.
  public struct Price: Sendable, Hashable {
    /// The variant, modifier or combo.
    public let item: MenuItem
    /// Former price; `nil` if a combo had no fixed price.
    public let old: Money?
    /// Current price; `nil` if a combo has no fixed price.
    public let new: Money?
  }

  /// Products, variants, modifiers and combos that only the newer menu contains.
  public let added: Set<MenuItem>
  /// Products, variants, modifiers and combos that only the older menu contains.
  public let removed: Set<MenuItem>
  /// Changed prices of items that both menus contain.
  public let prices: Set<Price>

  /// Whether the menus have no relevant differences.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && prices.isEmpty }
}

extension MenuSnapshot {
  /// Returns the differences from an older menu, such as the previously shown one.
  public func changes(since old: MenuSnapshot) -> MenuChanges {
    let (before, after) = (old.pricedItems, pricedItems)
    var prices: Set<MenuChanges.Price> = []
    for (item, price) in after {
      guard let former = before[item], former != price else { continue }
      prices.insert(MenuChanges.Price(item: item, old: former, new: price))
    }
    for (id, modifier) in modifiers {
      guard let former = old.modifiers[id], former.overrides != modifier.overrides else { continue }
      prices.insert(
        MenuChanges.Price(
          item: .modifier(id), old: old.money(former.price), new: money(modifier.price)))
    }
    return MenuChanges(
      added: Set(after.keys).subtracting(before.keys),
      removed: Set(before.keys).subtracting(after.keys), prices: prices)
  }

  /// All items that a cart may contain, with their fixed price if they have one.
  private var pricedItems: [MenuItem: Money?] {
    var items: [MenuItem: Money?] = [:]
    items.reserveCapacity(products.count + variants.count + modifiers.count + combos.count)
    for id in products.keys { items.updateValue(nil, forKey: .product(id)) }
    for variant in variants { items[.variant(variant.id)] = money(variant.price) }
    for modifier in modifiers.values { items[.modifier(modifier.id)] = money(modifier.price) }
    for combo in combos.values {
      items.updateValue(combo.pricing.fixedAmount.map(money), forKey: .combo(combo.id))
    }
    return items
  }
}
