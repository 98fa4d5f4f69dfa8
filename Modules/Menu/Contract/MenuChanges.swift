public import Pricing

/// What is different between two menus, as one batch.
public struct MenuChanges: Sendable, Hashable {
  /// A price before and after; of a modifier both may be equal, where it is what it costs in some
  /// group or to some size that has changed.
  public struct Price: Sendable, Hashable {
    /// A variant, a modifier, or a combo at a fixed price.
    public let item: MenuItem
    /// What it cost; `nil` when it had no fixed price.
    public let old: Money?
    /// What it costs; `nil` when it has no fixed price.
    public let new: Money?
  }

  /// Products, variants, modifiers and combos that are new.
  public let added: Set<MenuItem>
  /// Products, variants, modifiers and combos that have gone.
  public let removed: Set<MenuItem>
  /// What is in both at another price, in no particular order.
  public let prices: Set<Price>

  /// Whether there is nothing that a cart would have to know.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && prices.isEmpty }
}

extension MenuSnapshot {
  /// What has become of another menu, such as the one that was shown before.
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

  /// All that a cart may hold, with its price if it has one of its own.
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
