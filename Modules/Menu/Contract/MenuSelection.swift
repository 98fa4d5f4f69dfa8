public import Commerce

/// A product or a combo with the user's choices: the value that a configurator edits.
public enum MenuSelection: Sendable, Hashable {
  /// A product in one variant, with the user's modifiers.
  case product(ProductConfiguration)
  /// A combo, with the product that the user has chosen for each slot.
  case combo(ComboConfiguration)

  /// Creates a selection from the configuration of a line of a cart or an order.
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
  /// Any other choice that the menu no longer offers is preserved, and
  /// ``OrderableMenu/problems(in:)-(MenuSelection)`` reports it.
  ///
  /// For ``OrderedItem/configuration``, the ordered item of the selection has the same configuration. A line
  /// of another app may lack the id of a variant or the group of a modifier. The new item contains both, so
  /// its configuration differs from that of the line.
  ///
  /// ```swift
  /// guard let wish = MenuSelection(line, in: order.menu) else { return nil }
  /// return order.ordered(wish)?.price
  /// ```
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

  /// Returns a selection as plain values for a cart: its configuration, names and price.
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
  /// Returns a selection as plain values for a cart: its configuration, names and price.
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
