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
    untilAvailable { $0.ownCause(of: product) ?? $0.stop(.variant(variant.id)) }
  }

  func unavailability(of combo: Combo) -> Unavailability? {
    untilAvailable { $0.cause(of: combo) }
  }

  func stop(_ item: MenuItem) -> Unavailability? {
    guard let entry = stops.entries[item], entry.until.map({ $0 > time }) ?? true else {
      return nil
    }
    return Unavailability(cause: .stopped(entry.reason), returns: entry.until)
  }

  func available(in group: ModifierGroup) -> [MenuModifier] {
    let all = group.modifiers.compactMap { menu.modifiers[$0] }
    return stops.stopsModifiers ? all.filter { stop(.modifier($0.id)) == nil } : all
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
    guard product.variants.count > 1 else { return stop(.variant(product.variants[0])) }
    return unavailability(ifFewerThan: 1, among: product.variants) { stop(.variant($0)) }
  }

  private func cause(of variant: Variant) -> Unavailability? {
    // A closure calls `ownCause`. Passing the method itself to `flatMap` would copy and retain this
    // menu for each variant.
    menu.products[variant.product].flatMap { ownCause(of: $0) } ?? stop(.variant(variant.id))
  }

  /// Returns the cause of unavailability that applies to all variants of a product; `nil` if there is
  /// none.
  private func ownCause(of product: MenuProduct) -> Unavailability? {
    if let cause = stop(.product(product.id)) ?? closing(product.hours) { return cause }
    // `MenuBuilder` leaves out a product if one of its required groups has too few modifiers. So a
    // group can have too few available modifiers only if a modifier is unavailable.
    guard stops.stopsModifiers else { return nil }
    for group in product.groups.compactMap({ menu.groups[$0] }) where group.quantity.isRequired {
      guard !group.quantity.isSatisfiable(by: available(in: group)) else { continue }
      let returns = group.modifiers.compactMap { stop(.modifier($0))?.returns }.min()
      return Unavailability(cause: .nothingToChoose, returns: returns)
    }
    return nil
  }

  private func cause(of combo: Combo) -> Unavailability? {
    if case .unknown = combo.pricing {
      return Unavailability(cause: .unknownPricing, returns: nil)
    }
    if let cause = stop(.combo(combo.id)) ?? closing(combo.hours) { return cause }
    for id in combo.slots {
      guard let slot = menu.slots[id], slot.quantity.isRequired else { continue }
      let kinds = max(1, slot.quantity.kinds.lowerBound)
      let shortage = unavailability(ifFewerThan: kinds, among: slot.offer) { cause(of: $0) }
      if let shortage { return shortage }
    }
    return nil
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
