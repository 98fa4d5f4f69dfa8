import Commerce

extension PriceList {
  func orderedItem(_ configuration: ProductConfiguration) -> OrderedItem? {
    money(price(of: configuration)).flatMap { item(configuration, price: $0) }
  }

  func orderedItem(_ configuration: ComboConfiguration) -> OrderedItem? {
    guard let combo = menu.combos[configuration.combo], let amounts = amounts(of: configuration),
      let price = money(amounts.total)
    else { return nil }
    var products: [OrderedItem] = []
    for choice in combo.slots.flatMap({ configuration.choices[$0] ?? [] }) {
      guard let amount = money(amounts.products[products.count]),
        let item = item(choice, price: amount)
      else { return nil }
      products.append(item)
    }
    return OrderedItem(
      configuration: ItemConfiguration(configuration, in: menu), name: combo.name,
      image: combo.image, choices: modifiers(configuration.modifiers, in: menu.groups(of: combo)),
      products: products, price: price)
  }

  /// Returns an amount as money; `nil` if there is none, or if it exceeds the range of `Int64`.
  func money(_ amount: Int128?) -> Money? { amount.flatMap(Int64.init(exactly:)).map(menu.money) }

  private func item(_ configuration: ProductConfiguration, price: Money) -> OrderedItem? {
    guard let variant = menu.variants[configuration.variant],
      let product = menu.products[variant.product]
    else { return nil }
    return OrderedItem(
      configuration: ItemConfiguration(configuration, in: menu), name: product.name,
      image: product.image, choices: choices(configuration, variant, product), products: [],
      price: price)
  }

  private func choices(
    _ configuration: ProductConfiguration, _ variant: Variant, _ product: MenuProduct
  ) -> [OrderedItem.Choice] {
    typealias Choice = OrderedItem.Choice
    func without(_ removed: Set<Ingredient.ID>, _ product: MenuProduct) -> [Choice] {
      product.ingredients.filter(removed.contains).compactMap { menu.ingredients[$0] }
        .map { Choice(kind: .removed, name: $0) }
    }
    var choices: [Choice] = []
    if let name = variant.size.flatMap({ menu.sizes[$0] }) {
      choices.append(Choice(kind: .size, name: name))
    }
    if let name = variant.crust.flatMap({ menu.crusts[$0] }) {
      choices.append(Choice(kind: .crust, name: name))
    }
    choices += without(configuration.removed, product)
    if let half = configuration.secondHalf,
      let product = menu.variants[half.variant].flatMap({ menu.products[$0.product] })
    {
      choices += [Choice(kind: .secondHalf, name: product.name)] + without(half.removed, product)
    }
    return choices + modifiers(configuration.modifiers, in: menu.groups(of: product, as: variant))
  }

  private func modifiers(
    _ selection: ModifierSelection, in groups: [ModifierGroup]
  ) -> [OrderedItem.Choice] {
    menu.groups(groups, with: selection).flatMap { group in
      group.modifiers.flatMap { id in
        (selection[group.id] ?? [:]).filter { $0.key.modifier == id && $0.value > 0 }
          .sorted { $0.key < $1.key }
          .map { choice, count in
            OrderedItem.Choice(
              kind: .modifier, name: menu.modifiers[id]?.name ?? id.rawValue, count: count,
              portion: choice.portion, amount: group.amounts.first { $0.id == choice.amount })
          }
      }
    }
  }
}
