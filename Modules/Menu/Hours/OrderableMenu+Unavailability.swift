import Foundation

extension Unavailability {
  /// The unavailability of items that the menu does not contain.
  static let permanent = Unavailability(cause: .stopped(nil), returns: nil)
}

extension OrderableMenu {
  func unavailability(of product: MenuProduct) -> Unavailability? {
    untilAvailable { $0.cause(of: product) }
  }

  func unavailability(of variant: Variant) -> Unavailability? {
    menu.products[variant.product].map { unavailability(of: variant, of: $0) } ?? .permanent
  }

  func unavailability(of variant: Variant, of product: MenuProduct) -> Unavailability? {
    untilAvailable { $0.ownCause(of: product) ?? $0.cause(of: variant.id, of: product) }
  }

  func unavailability(of combo: Combo) -> Unavailability? {
    untilAvailable { $0.cause(of: combo) }
  }

  func unavailability(of modifier: MenuModifier.ID) -> Unavailability? {
    untilAvailable { $0.cause(of: modifier) }
  }

  /// Returns the unavailability of an item that requires nothing else.
  func unavailability(_ item: MenuItem) -> Unavailability? {
    untilAvailable { $0.stop(item) }
  }

  /// Returns the unavailability of an item that the server lists, or that this release cannot price.
  ///
  /// The item is unavailable as long as any of its entries applies. The result returns when the first of
  /// them ends; the others are found when ``untilAvailable(_:)`` reaches that time.
  func stop(_ item: MenuItem) -> Unavailability? {
    guard menu.isPriced(item) else { return Unavailability(cause: .unknownPricing, returns: nil) }
    guard let entries = stops.entries[item] else { return nil }
    let applying = entries.filter { $0.applies(at: time) && $0.left ?? 0 == 0 }
    guard let first = applying.first else { return nil }
    return Unavailability(
      cause: .stopped(first.reason), returns: applying.compactMap(\.until).min())
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
  private var canLackModifiers: Bool { stops.stopsModifiers || !menu.content.unpriced.isEmpty }

  /// Returns the modifiers that cannot be selected because of a group which they require.
  func modifiersWithoutChoice() -> [MenuModifier.ID: Unavailability] {
    guard canLackModifiers else { return [:] }
    var order = self
    for modifier in menu.content.nesting.compactMap({ menu.modifiers[$0] }) {
      let groups = modifier.groups.compactMap { menu.groups[$0] }
      order.lacking[modifier.id] = order.shortage(in: groups)
    }
    return order.lacking
  }

  /// Returns the cause of unavailability of an item that offers these groups.
  private func shortage(in groups: [ModifierGroup]) -> Unavailability? {
    // `MenuBuilder` leaves out an item if one of its required groups has too few modifiers. So a group
    // can have too few available modifiers only if a modifier is unavailable.
    guard canLackModifiers else { return nil }
    for group in groups where group.quantity.isRequired {
      guard !group.quantity.isSatisfiable(by: available(in: group)) else { continue }
      return lack(of: group.modifiers, MenuItem.modifier) { cause(of: $0) }
    }
    return nil
  }

  /// Returns the unavailability of an item that lacks options or units of them, until the first time at which
  /// an option returns or a limit ends.
  private func lack<Option>(
    of options: [Option], _ item: (Option) -> MenuItem, _ cause: (Option) -> Unavailability?
  ) -> Unavailability {
    let returns = options.compactMap { cause($0)?.returns }
    let times = returns + [endOfLimits(of: options.map(item))].compactMap(\.self)
    return Unavailability(cause: .nothingToChoose, returns: times.min())
  }

  /// Returns the unavailability of an item at ``time``, and the time at which the item is available
  /// again.
  ///
  /// The result is `nil` if the item is available at ``time``. The closure `cause` receives this menu at
  /// one point in time, and returns the item's unavailability at that time; `nil` if the item is
  /// available then.
  ///
  /// When one reason ends, another may apply. Therefore the closure is called again for the time at
  /// which the last returned unavailability ends. After 64 such calls, the search stops, and
  /// ``Unavailability/returns`` is `nil`.
  private func untilAvailable(_ cause: (OrderableMenu) -> Unavailability?) -> Unavailability? {
    guard let first = cause(self) else { return nil }
    var (returns, later) = (first.returns, self)
    for _ in 0..<64 {
      guard let time = returns, time > later.time else { break }
      later = at(time)
      guard let next = cause(later) else {
        return Unavailability(cause: first.cause, returns: time)
      }
      returns = next.returns
    }
    return Unavailability(cause: first.cause, returns: nil)
  }

  private func cause(of product: MenuProduct) -> Unavailability? {
    if let own = ownCause(of: product) { return own }
    guard product.variants.count > 1 else { return cause(of: product.variants[0], of: product) }
    return unavailability(ifFewerThan: 1, among: product.variants) { cause(of: $0, of: product) }
  }

  /// Returns the cause of unavailability of a variant, without the causes that its product has itself.
  private func cause(of id: Variant.ID, of product: MenuProduct) -> Unavailability? {
    if let cause = stop(.variant(id)) { return cause }
    // Few lists contain sizes or modifiers, so the variant itself is seldom looked up.
    guard stops.stopsSizes || canLackModifiers, let variant = menu.variants[id] else { return nil }
    return variant.size.flatMap { stop(.size($0)) }
      ?? (canLackModifiers ? lack(in: menu.groups(of: product, as: variant)) : nil)
  }

  /// Returns the cause of unavailability of an item whose groups may need the same units.
  private func lack(in groups: [ModifierGroup]) -> Unavailability? {
    if let shortage = shortage(in: groups) { return shortage }
    let required = groups.filter(\.quantity.isRequired)
    guard stops.limitsUnits, (2...50).contains(required.count), sharing(in: required) == nil else {
      return nil
    }
    return lack(of: required.flatMap(\.modifiers), MenuItem.modifier) { cause(of: $0) }
  }

  /// Returns as many units for each group as it requires, or `nil` if the groups together have too few.
  ///
  /// Each unit is given to a group that needs one. If none is left, a group that has one takes another. The
  /// result has neither the lowest price nor the choices that its modifiers require.
  func sharing(in groups: [ModifierGroup]) -> ModifierSelection? {
    let offered = groups.map(available)
    var holders: [MenuModifier.ID: [Int]] = [:]
    func give(to group: Int, _ tried: inout Set<MenuModifier.ID>) -> Bool {
      let rule = groups[group].quantity
      for modifier in offered[group] {
        let (id, held) = (modifier.id, holders[modifier.id] ?? [])
        // Each other kind that the group requires needs a unit, too.
        let most = min(modifier.maximum, rule.fewest - max(1, rule.kinds.lowerBound) + 1)
        guard held.count(where: { $0 == group }) < most, tried.insert(id).inserted else { continue }
        if held.count < unitsLeft(of: .modifier(id)) ?? .max {
          holders[id] = held + [group]
          return true
        }
        for (place, other) in held.enumerated() where give(to: other, &tried) {
          holders[id]?[place] = group
          return true
        }
      }
      return false
    }
    for group in groups.indices {
      for _ in 0..<groups[group].quantity.fewest {
        var tried: Set<MenuModifier.ID> = []
        guard give(to: group, &tried) else { return nil }
      }
    }
    var selection: ModifierSelection = [:]
    for (id, groupsOfUnits) in holders {
      for group in groupsOfUnits {
        selection[groups[group].id, default: [:]][ModifierChoice(id), default: 0] += 1
      }
    }
    return selection
  }

  private func cause(of variant: Variant) -> Unavailability? {
    // A closure calls `ownCause`. Passing the method itself to `flatMap` would copy and retain this
    // menu for each variant.
    menu.products[variant.product].flatMap {
      ownCause(of: $0) ?? cause(of: variant.id, of: $0)
    }
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

  private func cause(of combo: Combo) -> Unavailability? {
    let item = MenuItem.combo(combo.id)
    if let cause = stop(item) ?? stopOfCategory(of: item) ?? closing(combo.hours)
      ?? lack(in: menu.groups(of: combo))
    {
      return cause
    }
    for id in combo.slots {
      guard let slot = menu.slots[id], slot.quantity.isRequired else { continue }
      let kinds = max(1, slot.quantity.kinds.lowerBound)
      let shortage = unavailability(ifFewerThan: kinds, among: slot.offer) { cause(of: $0) }
      if let shortage { return shortage }
    }
    return stops.limitsUnits ? lackOfUnits(in: combo) : nil
  }

  /// Returns the unavailability of a combo of whose slots too few units are left.
  private func lackOfUnits(in combo: Combo) -> Unavailability? {
    guard !hasUnits(for: combo) else { return nil }
    let offer = combo.slots.compactMap { menu.slots[$0] }.flatMap(\.offer)
    return lack(of: offer, { .variant($0.id) }) { cause(of: $0) }
  }

  /// Returns the unavailability of an item if fewer than `count` of its options are available.
  ///
  /// The result contains the time at which `count` options are available again, if this time is known.
  /// The result is `nil` if enough options are available now.
  ///
  /// `cause` returns the unavailability of an option; `nil` if the option is available. The function
  /// stops at the `count`th available option, so it usually calls `cause` only for the first options.
  private func unavailability<Option>(
    ifFewerThan count: Int, among options: some Sequence<Option>,
    _ cause: (Option) -> Unavailability?
  ) -> Unavailability? {
    var missing = count
    var returns: [Date] = []
    for option in options {
      guard let cause = cause(option) else {
        missing -= 1
        if missing == 0 { return nil }
        continue
      }
      if let time = cause.returns { returns.append(time) }
    }
    returns.sort()
    return Unavailability(
      cause: .nothingToChoose, returns: returns.count < missing ? nil : returns[missing - 1])
  }

  private func closing(_ hours: [HoursWindow]) -> Unavailability? {
    guard !hours.areOpen(at: localTime) else { return nil }
    return Unavailability(cause: .closed, returns: calendar.opening(of: hours, from: time))
  }
}
