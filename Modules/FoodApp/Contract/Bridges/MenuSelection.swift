public import Commerce
import Cart
public import Menu

// Converts lines of a cart back to products of the menu. An app needs this to edit a line, to show it
// in another language, to restore a closed cart, and to repeat an order. An app can copy this file
// and change it.

/// A product or a combo with the user's choices: the value that a configurator edits.
public enum MenuSelection: Sendable, Hashable {
  /// A product in one variant, with the user's modifiers.
  case product(ProductConfiguration)
  /// A combo, with the product that the user has chosen for each slot.
  case combo(ComboConfiguration)

  /// Creates a selection from the configuration of a cart's line.
  ///
  /// Returns `nil` in these cases:
  /// - The menu contains neither the variant nor the combo of the line. A line without a variant's id is
  ///   converted only if its product has a single variant.
  /// - The menu does not contain the second half of a product, or a product of the combo.
  /// - A modifier of the line has no group, and no group of the product offers the modifier.
  /// - The line has a part or a choice that a selection cannot express, such as a part in an unknown slot
  ///   of a product. So nothing is dropped.
  ///
  /// Modifiers of a second half become modifiers of the product on that half.
  ///
  /// Any other choice that the menu no longer offers is preserved, and `OrderableMenu.problems(in:)`
  /// reports it.
  ///
  /// For a line that `OrderableMenu.cartItem(_:in:)` has created, the cart item of the selection has the
  /// same configuration as the line. A line of another app may lack the id of a variant or the group of a
  /// modifier. The new cart item contains both, so its configuration differs from that of the line.
  public init?(_ configuration: ItemConfiguration, in menu: MenuSnapshot) {
    if let product = ProductConfiguration(configuration, in: menu) {
      self = .product(product)
    } else if let combo = ComboConfiguration(configuration, in: menu) {
      self = .combo(combo)
    } else {
      return nil
    }
  }
}

extension OrderableMenu {
  /// Returns the initial selection for a product or a combo; `nil` if the menu does not have the item.
  ///
  /// The selection of a product has the first available variant, or the first variant if none is
  /// available.
  public func selection(of item: MenuItem) -> MenuSelection? {
    switch item {
    case .product(let id):
      let variants = menu.products[id]?.variants ?? []
      let first = variants.first { unavailability(of: .variant($0)) == nil } ?? variants.first
      return first.flatMap { start(with: $0) }.map(MenuSelection.product)
    case .variant(let id): return start(with: id).map(MenuSelection.product)
    case .combo(let id): return start(with: id).map(MenuSelection.combo)
    case .modifier, .ingredient, .size, .category: return nil
    }
  }

  /// Returns all problems of a selection at the time of this `OrderableMenu`.
  ///
  /// A selection without problems can be ordered.
  public func problems(in selection: MenuSelection) -> [ConfigurationProblem] {
    switch selection {
    case .product(let configuration): problems(in: configuration)
    case .combo(let configuration): problems(in: configuration)
    }
  }

  /// Returns a selection as plain values for a cart: its ids, names and price.
  ///
  /// Returns `nil` if the selection has problems.
  public func ordered(_ selection: MenuSelection) -> OrderedItem? {
    switch selection {
    case .product(let configuration): ordered(configuration)
    case .combo(let configuration): ordered(configuration)
    }
  }
}

extension MenuSnapshot {
  /// Returns a selection as plain values for a cart: its ids, names and price.
  ///
  /// Returns `nil` if the selection has no price. The selection may have problems that prevent ordering
  /// now.
  public func ordered(_ selection: MenuSelection) -> OrderedItem? {
    switch selection {
    case .product(let configuration): ordered(configuration)
    case .combo(let configuration): ordered(configuration)
    }
  }
}

extension ProductConfiguration {
  fileprivate init?(_ configuration: ItemConfiguration, in menu: MenuSnapshot) {
    guard let variant = menu.variant(configuration), configuration.parts.count <= 1 else {
      return nil
    }
    self.init(variant.id)
    removed = Set(configuration.removed.map { Ingredient.ID(rawValue: $0) })
    var onSecond: [ItemConfiguration.Modifier] = []
    if let half = configuration.parts.first {
      guard half.slot == ItemConfiguration.secondHalf, half.configuration.parts.isEmpty,
        let second = menu.variant(half.configuration)
      else { return nil }
      var other = Half(second.id)
      other.removed = Set(half.configuration.removed.map { Ingredient.ID(rawValue: $0) })
      secondHalf = other
      onSecond = half.configuration.modifiers
    }
    for modifier in configuration.modifiers {
      guard modifiers.add(modifier, offered: menu.groups(in: self)) else { return nil }
    }
    for modifier in onSecond {
      guard modifier.portion == nil,
        modifiers.add(modifier, on: .second, offered: menu.groups(in: self))
      else { return nil }
    }
  }
}

extension ModifierSelection {
  /// Adds a modifier of a line, and returns whether a selection can express it.
  ///
  /// A line that another app has added may lack the group of a modifier. Then the first group that
  /// offers the modifier is used.
  fileprivate mutating func add(
    _ modifier: ItemConfiguration.Modifier, on half: ModifierChoice.Portion? = nil,
    offered: [ModifierGroup]
  ) -> Bool {
    let id = MenuModifier.ID(rawValue: modifier.id)
    let group =
      modifier.group.map { ModifierGroup.ID(rawValue: $0) }
      ?? offered.first { $0.modifiers.contains(id) }?.id
    let portion = modifier.portion.map { ModifierChoice.Portion(rawValue: $0) } ?? half
    guard let group, modifier.portion == nil || portion != nil else { return false }
    let choice = ModifierChoice(
      id, on: portion, amount: modifier.amount.map { ModifierAmount.ID(rawValue: $0) })
    let present = self[group]?[choice] ?? 0
    self[group, default: [:]][choice] = Swift.min(present, .max - modifier.count) + modifier.count
    return true
  }
}

extension ComboConfiguration {
  fileprivate init?(_ configuration: ItemConfiguration, in menu: MenuSnapshot) {
    let id = Combo.ID(rawValue: configuration.product)
    guard menu.combos[id] != nil, configuration.variant == nil, configuration.removed.isEmpty else {
      return nil
    }
    self.init(id)
    for part in configuration.parts {
      guard let product = ProductConfiguration(part.configuration, in: menu) else { return nil }
      choices[ComboSlot.ID(rawValue: part.slot), default: []].append(product)
    }
    for modifier in configuration.modifiers {
      guard modifiers.add(modifier, offered: menu.groups(in: self)) else { return nil }
    }
  }
}

extension MenuSnapshot {
  /// Returns the variant of a configuration; `nil` if the menu does not have it.
  ///
  /// If the product has a single variant, the configuration may lack the variant's id.
  fileprivate func variant(_ configuration: ItemConfiguration) -> Variant? {
    if let id = configuration.variant { return variants[Variant.ID(rawValue: id)] }
    let product = products[MenuProduct.ID(rawValue: configuration.product)]
    return product?.variants.count == 1 ? product?.variants.first.flatMap { variants[$0] } : nil
  }
}
