import Commerce

extension PriceList {
  func orderedItem(_ configuration: ProductConfiguration) -> OrderedItem? {
    money(price(of: configuration)).flatMap { item(configuration, price: $0) }
  }

  func orderedItem(_ configuration: ComboConfiguration) -> OrderedItem? {
    guard let combo = menu.combos[configuration.combo], let amounts = amounts(of: configuration),
      let price = money(amounts.total)
    else { return nil }
    var (products, parts): ([OrderedItem], [ItemConfiguration.Part]) = ([], [])
    for slot in combo.slots {
      for choice in configuration.choices[slot] ?? [] {
        guard let amount = money(amounts.products[products.count]),
          let item = item(choice, price: amount)
        else { return nil }
        products.append(item)
        parts.append(ItemConfiguration.Part(slot.rawValue, item.configuration))
      }
    }
    let modifiers = modifiers(configuration.modifiers, in: menu.groups(of: combo))
    return OrderedItem(
      configuration: ItemConfiguration(
        product: combo.id.rawValue, modifiers: modifiers.map(\.unit), parts: parts),
      name: combo.name, image: combo.image, choices: modifiers.map(\.choice), products: products,
      price: price)
  }

  /// Returns an amount as money; `nil` if there is none, or if it exceeds the range of `Int64`.
  func money(_ amount: Int128?) -> Money? { amount.flatMap(Int64.init(exactly:)).map(menu.money) }

  private func item(_ configuration: ProductConfiguration, price: Money) -> OrderedItem? {
    guard let variant = menu.variants[configuration.variant],
      let product = menu.products[variant.product]
    else { return nil }
    typealias Choice = OrderedItem.Choice
    func without(_ removed: [Ingredient.ID]) -> [Choice] {
      removed.compactMap { menu.ingredients[$0] }.map { Choice(kind: .removed, name: $0) }
    }
    let removed = product.ingredients.filter(configuration.removed.contains)
    let modifiers = modifiers(configuration.modifiers, in: menu.groups(of: product, as: variant))
    let size = variant.size.flatMap { menu.sizes[$0] }.map { Choice(kind: .size, name: $0) }
    let crust = variant.crust.flatMap { menu.crusts[$0] }.map { Choice(kind: .crust, name: $0) }
    var choices = [size, crust].compactMap(\.self) + without(removed)
    var parts: [ItemConfiguration.Part] = []
    if let half = configuration.secondHalf, let other = menu.variants[half.variant],
      let second = menu.products[other.product]
    {
      let removed = second.ingredients.filter(half.removed.contains)
      choices += [Choice(kind: .secondHalf, name: second.name)] + without(removed)
      parts.append(
        ItemConfiguration.Part(
          ItemConfiguration.secondHalf,
          ItemConfiguration(
            product: second.id.rawValue, variant: other.id.rawValue,
            removed: removed.map(\.rawValue))))
    }
    return OrderedItem(
      configuration: ItemConfiguration(
        product: product.id.rawValue, variant: variant.id.rawValue,
        modifiers: modifiers.map(\.unit), removed: removed.map(\.rawValue), parts: parts),
      name: product.name, image: product.image, choices: choices + modifiers.map(\.choice),
      products: [], price: price)
  }

  /// Returns the selected modifiers that the groups offer, each for the screen and for the configuration.
  private func modifiers(
    _ selection: ModifierSelection, in groups: [ModifierGroup]
  ) -> [(choice: OrderedItem.Choice, unit: ItemConfiguration.Modifier)] {
    menu.groups(groups, with: selection).flatMap { group in
      group.modifiers.flatMap { id in
        (selection[group.id] ?? [:]).filter { $0.key.modifier == id && $0.value > 0 }
          .sorted { $0.key < $1.key }
          .map { choice, count in
            let amount = group.amounts.first { $0.id == choice.amount }
            return (
              OrderedItem.Choice(
                kind: .modifier, name: menu.modifiers[id]?.name ?? id.rawValue, count: count,
                portion: choice.portion, amount: amount),
              ItemConfiguration.Modifier(
                id.rawValue, in: group.id.rawValue, count: count,
                portion: choice.portion?.rawValue, amount: amount?.id.rawValue)
            )
          }
      }
    }
  }
}
