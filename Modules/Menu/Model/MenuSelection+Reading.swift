import Commerce

extension ProductConfiguration {
  init?(_ configuration: ItemConfiguration, in menu: MenuSnapshot) {
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
    let isWhole = configuration.modifiers.allAdded {
      modifiers.add($0, offered: menu.groups(in: self))
    }
    let isOnSecond = onSecond.allAdded {
      $0.portion == nil && modifiers.add($0, on: .second, offered: menu.groups(in: self))
    }
    guard isWhole, isOnSecond else { return nil }
  }
}

extension [ItemConfiguration.Modifier] {
  /// Adds all modifiers, and returns whether that was possible.
  ///
  /// A modifier without its group is found only after the modifier that requires the group. So `add`, which
  /// returns whether it has added a modifier, is called again as long as it adds others.
  fileprivate func allAdded(_ add: (Element) -> Bool) -> Bool {
    var rest = filter { $0.group != nil } + filter { $0.group == nil }
    while !rest.isEmpty {
      let left = rest.filter { !add($0) }
      guard left.count < rest.count else { return false }
      rest = left
    }
    return true
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
  init?(_ configuration: ItemConfiguration, in menu: MenuSnapshot) {
    let id = Combo.ID(rawValue: configuration.product)
    guard menu.combos[id] != nil, configuration.variant == nil, configuration.removed.isEmpty else {
      return nil
    }
    self.init(id)
    for part in configuration.parts {
      guard let product = ProductConfiguration(part.configuration, in: menu) else { return nil }
      choices[ComboSlot.ID(rawValue: part.slot), default: []].append(product)
    }
    let isWhole = configuration.modifiers.allAdded {
      modifiers.add($0, offered: menu.groups(in: self))
    }
    guard isWhole else { return nil }
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
