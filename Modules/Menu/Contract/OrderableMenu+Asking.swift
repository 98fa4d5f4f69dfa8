public import Pricing

extension OrderableMenu {
  /// Returns the reason why an item is unavailable at this time; `nil` if it is available.
  ///
  /// A product needs an available variant, and a combo enough available options in each required
  /// slot. Items that the menu does not contain are unavailable permanently.
  public func unavailability(of item: MenuItem) -> Unavailability? {
    switch item {
    case .product(let id): menu.products[id].map(absence) ?? .forGood
    case .variant(let id): menu.variants[id].map(absence) ?? .forGood
    case .combo(let id): menu.combos[id].map(absence) ?? .forGood
    case .modifier(let id): menu.modifiers[id] == nil ? .forGood : stop(item)
    case .ingredient(let id): menu.ingredients[id] == nil ? .forGood : stop(item)
    }
  }

  /// Returns all problems of a configuration at this time.
  ///
  /// A configuration without problems can be ordered and has a price.
  public func problems(in configuration: ProductConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// Returns all problems of a combo configuration at this time.
  ///
  /// A configuration without problems can be ordered and has a price.
  public func problems(in configuration: ComboConfiguration) -> [ConfigurationProblem] {
    var check = ConfigurationCheck(self)
    check.check(configuration)
    return check.problems
  }

  /// Returns the initial configuration of a variant; `nil` if the menu lacks the variant.
  ///
  /// Each group contains its defaults or, if these cannot be ordered, the cheapest required
  /// selection. Stopped ingredients are left out. The configuration has no problems unless the
  /// variant is unavailable.
  public func start(with variant: Variant.ID) -> ProductConfiguration? {
    menu.variants[variant].map(start)
  }

  /// Returns the initial configuration of a combo; `nil` if the menu lacks the combo.
  ///
  /// Each required slot contains the first available options. The configuration has no problems
  /// unless the combo is unavailable.
  public func start(with combo: Combo.ID) -> ComboConfiguration? {
    menu.combos[combo].map(start)
  }

  /// Returns the lowest price of a product, variant or combo at this time, for a "from" label.
  ///
  /// Returns `nil` for unavailable items, modifiers and ingredients.
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

  /// Returns a substitute for an unavailable option of a slot; `nil` if there is none.
  ///
  /// The substitute is the available option with the nearest price; of equally near ones, the
  /// first.
  public func replacement(for option: Variant.ID, in slot: ComboSlot.ID) -> Variant.ID? {
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

  /// Returns a configuration as plain values for a cart; `nil` if it has problems.
  public func ordered(_ configuration: ProductConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }

  /// Returns a combo as plain values for a cart; `nil` if it has problems.
  public func ordered(_ configuration: ComboConfiguration) -> OrderedItem? {
    problems(in: configuration).isEmpty ? menu.ordered(configuration) : nil
  }
}
