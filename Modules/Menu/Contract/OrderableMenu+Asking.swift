public import Pricing

extension OrderableMenu {
  /// Why something cannot be had at this time, and when it can; `nil` when it can be had.
  ///
  /// A product needs an available variant, and a combo an available option in every slot that has to
  /// be filled. What the menu does not have is unavailable for good.
  public func unavailability(of item: MenuItem) -> Unavailability? {
    switch item {
    case .product(let id): menu.products[id].map(absence) ?? .forGood
    case .variant(let id): menu.variants[id].map(absence) ?? .forGood
    case .combo(let id): menu.combos[id].map(absence) ?? .forGood
    case .modifier(let id): menu.modifiers[id] == nil ? .forGood : stop(item)
    case .ingredient(let id): menu.ingredients[id] == nil ? .forGood : stop(item)
    }
  }

  /// All that is wrong with a configuration at this time; nothing when it can be ordered, and then it
  /// has a price.
  public func problems(in configuration: Configuration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// All that is wrong with a combo at this time; nothing when it can be ordered, and then it has a
  /// price.
  public func problems(in configuration: ComboConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// What a configurator begins with: the defaults, the cheapest where something has to be taken, and
  /// without the ingredients that are stopped; `nil` when the menu has no such variant.
  ///
  /// It has no problems unless the variant is unavailable.
  public func start(with variant: Variant.ID) -> Configuration? {
    menu.variants[variant].map(start)
  }

  /// What a combo begins with: in each slot that has to be filled, the first options that are
  /// available; `nil` when the menu has no such combo.
  ///
  /// It has no problems unless the combo is unavailable.
  public func start(with combo: Combo.ID) -> ComboConfiguration? {
    menu.combos[combo].map(start)
  }

  /// The price of the cheapest way to order a product, a variant or a combo now, for "from"; `nil`
  /// when there is none, and for what is not ordered by itself.
  public func lowestPrice(of item: MenuItem) -> Money? {
    let price: Int64? =
      switch item {
      case .product(let id): menu.products[id].flatMap(lowestPrice)
      case .variant(let id): menu.variants[id].flatMap(lowestPrice)
      case .combo(let id): menu.combos[id].flatMap(lowestPrice)
      case .modifier, .ingredient: nil
      }
    return price.map(menu.money)
  }

  /// What to suggest in the place of an option that cannot be had: of the others in the slot that
  /// which is nearest to it in price, the first of two; `nil` when there is none.
  public func replacement(for option: Variant.ID, in slot: Slot.ID) -> Variant.ID? {
    guard let slot = menu.slots[slot], let wanted = menu.price(of: option, in: slot) else {
      return nil
    }
    func distance(_ other: Variant.ID) -> Int64 {
      menu.price(of: other, in: slot).map { abs($0 - wanted) } ?? .max
    }
    return slot.options
      .filter { $0 != option && unavailability(of: .variant($0)) == nil }
      .min { distance($0) < distance($1) }
  }

  /// A configuration as plain values for a cart; `nil` when something is wrong with it.
  public func ordered(_ configuration: Configuration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }

  /// A combo as plain values for a cart; `nil` when something is wrong with it.
  public func ordered(_ configuration: ComboConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }
}
