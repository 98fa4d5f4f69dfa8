import Foundation

extension Unavailability {
  /// The unavailability of items that the menu does not contain.
  static let permanent = Unavailability(cause: .stopped(nil), returns: nil)
}

extension OrderableMenu {
  /// Returns the cause of unavailability of an item at ``time``; `nil` if the item is available.
  ///
  /// The result returns when the cause may end. Another one may apply then.
  func cause(of item: MenuItem) -> Unavailability? {
    switch item {
    case .product(let id):
      guard let product = menu.products[id] else { return .permanent }
      if let own = ownCause(of: product) { return own }
      let variants = product.variants
      return variants.count == 1
        ? cause(of: variants[0], of: product)
        : shortage(of: 1, among: variants.lazy.map(MenuItem.variant))
    case .variant(let id):
      guard let product = menu.variants[id].flatMap({ menu.products[$0.product] }) else {
        return .permanent
      }
      return ownCause(of: product) ?? cause(of: id, of: product)
    case .combo(let id):
      guard let combo = menu.combos[id] else { return .permanent }
      return ownCause(of: combo) ?? lackOfUnits(in: combo)
    case .modifier(let id): return menu.modifiers[id] == nil ? .permanent : cause(of: id)
    case .ingredient(let id): return menu.ingredients[id] == nil ? .permanent : stop(item)
    case .size(let id): return menu.sizes[id] == nil ? .permanent : stop(item)
    case .category(let id):
      return menu.categories.contains { $0.id == id } ? stop(item) : .permanent
    }
  }

  /// Returns the unavailability of an item that the server lists, or that this release cannot price.
  ///
  /// The item is unavailable as long as any of its entries applies. The result returns when the first of
  /// them ends; the others are found at that time.
  func stop(_ item: MenuItem) -> Unavailability? {
    guard menu.isPriced(item) else { return Unavailability(cause: .unknownPricing, returns: nil) }
    guard let entries = stops.entries[item] else { return nil }
    let applying = entries.filter { $0.applies(at: time) && $0.left ?? 0 <= 0 }
    guard let first = applying.first else { return nil }
    return Unavailability(
      cause: .stopped(first.reason.map(UnavailabilityReason.init)),
      returns: applying.compactMap(\.end).min())
  }

  /// Returns the cause of unavailability of a modifier, including that of groups which it requires.
  func cause(of modifier: MenuModifier.ID) -> Unavailability? {
    stop(.modifier(modifier)) ?? lacking[modifier]
  }

  func available(in group: ModifierGroup) -> [MenuModifier] {
    let all = group.modifiers.compactMap { menu.modifiers[$0] }
    guard canLackModifiers else { return all }
    return all.filter { cause(of: $0.id) == nil }.map { modifier in
      guard let left = unitsLeft(of: .modifier(modifier.id)) else { return modifier }
      var limited = modifier
      limited.maximum = min(left, modifier.maximum)
      return limited
    }
  }

  /// Whether any modifier can be unavailable.
  private var canLackModifiers: Bool {
    stops.stopsModifiers || !menu.content.tables.unpriced.isEmpty
  }

  /// Returns the modifiers that cannot be selected because of a group which they require.
  func modifiersWithoutChoice() -> [MenuModifier.ID: Unavailability] {
    guard canLackModifiers else { return [:] }
    var order = self
    for modifier in menu.content.tables.nesting.compactMap({ menu.modifiers[$0] }) {
      let groups = modifier.groups.compactMap { menu.groups[$0] }
      order.lacking[modifier.id] = order.lack(in: groups)
    }
    return order.lacking
  }

  /// Returns the cause of unavailability of an item that offers these groups.
  private func lack(in groups: [ModifierGroup]) -> Unavailability? {
    // `MenuTables` leaves out an item if one of its required groups has too few modifiers. So a group
    // can have too few available modifiers only if a modifier is unavailable.
    guard canLackModifiers else { return nil }
    let required = groups.filter(\.quantity.isRequired)
    let own = menu.content.tables.nesting.isEmpty ? [] : Set(groups.map(\.id))
    for group in required
    where !group.quantity.isSatisfiable(by: available(in: group), beside: own) {
      return lack(of: group.modifiers.map(MenuItem.modifier))
    }
    guard stops.limitsUnits, required.count > 1 else { return nil }
    var search = ModifierSearch(self, in: groups, to: nil, takesReductions: false)
    return search.selection(in: required)?.lacksUnits == true
      ? lack(of: required.flatMap(\.modifiers).map(MenuItem.modifier)) : nil
  }

  /// Returns the unavailability of an item if fewer than `count` of its options are available.
  private func shortage(
    of count: Int, among options: some Collection<MenuItem>
  ) -> Unavailability? {
    var missing = count
    for option in options where cause(of: option) == nil {
      missing -= 1
      if missing == 0 { return nil }
    }
    return lack(of: options)
  }

  /// Returns the unavailability of an item that lacks options or units of them, until the first time at which
  /// an option returns or a limit ends.
  private func lack(of options: some Collection<MenuItem>) -> Unavailability {
    let returns = options.compactMap { cause(of: $0)?.returns }
    let times = returns + [endOfLimits(of: options)].compactMap(\.self)
    return Unavailability(cause: .nothingToChoose, returns: times.min())
  }

  /// Returns the cause of unavailability of a variant, without the causes that its product has itself.
  private func cause(of id: Variant.ID, of product: MenuProduct) -> Unavailability? {
    if let cause = stop(.variant(id)) { return cause }
    // Few lists contain sizes or modifiers, so the variant itself is seldom looked up.
    guard stops.stopsSizes || canLackModifiers, let variant = menu.variants[id] else { return nil }
    return variant.size.flatMap { stop(.size($0)) }
      ?? (canLackModifiers ? lack(in: menu.groups(of: product, as: variant)) : nil)
  }

  /// Returns the cause of unavailability that applies to all variants of a product; `nil` if there is
  /// none.
  private func ownCause(of product: MenuProduct) -> Unavailability? {
    stop(.product(product.id)) ?? stopOfCategory(of: .product(product.id))
      ?? closing(product.hours)
  }

  private func stopOfCategory(of item: MenuItem) -> Unavailability? {
    guard stops.stopsCategories else { return nil }
    for category in menu.categories {
      if let cause = stop(.category(category.id)), category.items.contains(item) { return cause }
    }
    return nil
  }

  /// Returns the cause of unavailability of a combo, without a lack of units that its slots share.
  func ownCause(of combo: Combo) -> Unavailability? {
    let item = MenuItem.combo(combo.id)
    if let cause = stop(item) ?? stopOfCategory(of: item) ?? closing(combo.hours)
      ?? lack(in: menu.groups(of: combo))
    {
      return cause
    }
    for slot in combo.slots.compactMap({ menu.slots[$0] }) where slot.quantity.isRequired {
      let kinds = max(1, slot.quantity.kinds.lowerBound)
      let options = slot.offer.lazy.map { MenuItem.variant($0.id) }
      if let shortage = shortage(of: kinds, among: options) { return shortage }
    }
    return nil
  }

  private func lackOfUnits(in combo: Combo) -> Unavailability? {
    guard stops.limitsUnits, cheapest(of: combo)?.lacksUnits ?? true else { return nil }
    let options = combo.slots.compactMap { menu.slots[$0] }.flatMap(\.options)
    return lack(of: options.map(MenuItem.variant))
  }

  private func closing(_ hours: [HoursWindow]) -> Unavailability? {
    guard !hours.areOpen(at: localTime) else { return nil }
    return Unavailability(cause: .closed, returns: calendar.opening(of: hours, from: time))
  }
}
