public import Commerce

/// Differences between two menus that are relevant to the prices in a cart.
public struct MenuChanges: Sendable, Hashable {
  /// The price of an item in the older menu and in the newer one.
  ///
  /// If both prices are equal, only a pricing rule of the item has changed. Examples of pricing rules
  /// are a modifier's price for one size, the modifier groups that a product or a modifier offers, a
  /// product's half-and-half rule, a surcharge in a combo, the size and the crust of a variant, and whether
  /// this release can price the item.
  /// After such a change, some selections of the item may cost more or less than before.
  public struct Price: Sendable, Hashable {
    /// The product, variant, modifier or combo whose price or pricing rule has changed.
    public let item: MenuItem
    /// The price in the older menu; `nil` for a combo without a fixed price, and for a product, because
    /// only its variants have prices.
    public let old: Money?
    /// The price in the newer menu; `nil` for a combo without a fixed price, and for a product, because
    /// only its variants have prices.
    public let new: Money?
  }

  /// Products, variants, modifiers and combos that only the newer menu contains.
  public let added: Set<MenuItem>
  /// Products, variants, modifiers and combos that only the older menu contains.
  public let removed: Set<MenuItem>
  /// Changed prices and pricing rules of items that both menus contain.
  public let prices: Set<Price>

  /// Whether both menus have the same items, prices and pricing rules.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && prices.isEmpty }
}

extension MenuSnapshot {
  /// Returns the differences from an older menu, such as the previously shown one.
  public func changes(since old: MenuSnapshot) -> MenuChanges {
    let (before, after) = (old.pricedItems, pricedItems)
    let repriced = itemsWithOtherRules(since: old)
    var prices: Set<MenuChanges.Price> = []
    for (item, price) in after {
      guard let former = before[item], former != price || repriced.contains(item) else { continue }
      prices.insert(MenuChanges.Price(item: item, old: former, new: price))
    }
    return MenuChanges(
      added: Set(after.keys).subtracting(before.keys),
      removed: Set(before.keys).subtracting(after.keys), prices: prices)
  }

  /// Returns the items whose pricing rule differs from their rule in an older menu.
  ///
  /// Some selections of such an item may have another price than before, even if the fixed price of the
  /// item is unchanged.
  private func itemsWithOtherRules(since old: MenuSnapshot) -> Set<MenuItem> {
    var items: Set<MenuItem> = []
    for (id, modifier) in modifiers {
      let former = old.modifiers[id]
      if modifier.overrides != former?.overrides || modifier.groups != former?.groups {
        items.insert(.modifier(id))
      }
    }
    for (id, group) in groups {
      let former = old.groups[id]
      if group.free != former?.free || group.tiers != former?.tiers
        || group.halfPercent != former?.halfPercent || group.amounts != former?.amounts
      {
        items.formUnion(group.modifiers.map(MenuItem.modifier))
      }
      // The groups of a modifier are offered only where a group offers the modifier.
      let moved = Set(group.modifiers).symmetricDifference(former?.modifiers ?? [])
        .filter { modifiers[$0]?.groups.isEmpty == false }
      items.formUnion(moved.map(MenuItem.modifier))
    }
    for (id, product) in products {
      let former = old.products[id]
      if product.halfRule != former?.halfRule || product.groups != former?.groups
        || product.offers != former?.offers || product.allowances != former?.allowances
      {
        items.insert(.product(id))
      }
    }
    for (id, combo) in combos {
      let former = old.combos[id]
      let isSame =
        combo.pricing == former?.pricing && combo.slots == former?.slots
        && combo.groups == former?.groups
      let hasOtherSlots = combo.slots.contains { id in
        let (slot, former) = (slots[id], old.slots[id])
        return slot?.surcharges != former?.surcharges || slot?.allowances != former?.allowances
      }
      if !isSame || hasOtherSlots { items.insert(.combo(id)) }
    }
    for variant in variants {
      // The prices of modifiers may depend on the size and the crust.
      let former = old.variants[variant.id]
      let isSame =
        variant.timedPrices == former?.timedPrices && variant.size == former?.size
        && variant.crust == former?.crust && variant.product == former?.product
      if !isSame { items.insert(.variant(variant.id)) }
    }
    return items.union(content.tables.unpriced.symmetricDifference(old.content.tables.unpriced))
  }

  /// The fixed price of each product, variant, modifier and combo; `nil` if the item has none.
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
