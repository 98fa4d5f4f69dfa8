import Commerce

extension PriceList {
  func orderedItem(_ configuration: ProductConfiguration) -> OrderedItem? {
    money(price(of: configuration)).flatMap { item(configuration, slot: "", price: $0) }
  }

  func orderedItem(_ configuration: ComboConfiguration) -> OrderedItem? {
    guard let combo = menu.combos[configuration.combo], let amounts = amounts(of: configuration),
      let price = money(amounts.total)
    else { return nil }
    var products: [OrderedItem] = []
    for id in combo.slots {
      for choice in configuration.choices[id] ?? [] {
        guard let amount = money(amounts.products[products.count]),
          let item = item(choice, slot: id.rawValue, price: amount)
        else { return nil }
        products.append(item)
      }
    }
    return OrderedItem(
      item: .combo(combo.id), slot: "", name: combo.name, image: combo.image,
      parts: modifiers(configuration.modifiers, in: menu.groups(of: combo)), products: products,
      price: price)
  }

  /// Returns an amount as money; `nil` if there is none, or if it exceeds the range of `Int64`.
  func money(_ amount: Int128?) -> Money? { amount.flatMap(Int64.init(exactly:)).map(menu.money) }

  private func item(
    _ configuration: ProductConfiguration, slot: String, price: Money
  ) -> OrderedItem? {
    guard let variant = menu.variants[configuration.variant],
      let product = menu.products[variant.product]
    else { return nil }
    return OrderedItem(
      item: .variant(variant.id), slot: slot, name: product.name, image: product.image,
      parts: parts(of: configuration, variant, product), products: [], price: price)
  }

  private func parts(
    of configuration: ProductConfiguration, _ variant: Variant, _ product: MenuProduct
  ) -> [OrderedItem.Part] {
    typealias Part = OrderedItem.Part
    func part(_ kind: Part.Kind, _ id: String, _ name: String) -> Part {
      Part(kind: kind, group: "", id: id, name: name, count: 1)
    }
    func without(_ removed: Set<Ingredient.ID>, _ product: MenuProduct, _ kind: Part.Kind) -> [Part]
    {
      product.ingredients.filter(removed.contains).compactMap { id in
        menu.ingredients[id].map { part(kind, id.rawValue, $0) }
      }
    }
    var parts: [Part] = []
    if let size = variant.size, let name = menu.sizes[size] {
      parts.append(part(.size, size.rawValue, name))
    }
    if let crust = variant.crust, let name = menu.crusts[crust] {
      parts.append(part(.crust, crust.rawValue, name))
    }
    parts += without(configuration.removed, product, .removed)
    if let half = configuration.secondHalf, let other = menu.variants[half.variant],
      let product = menu.products[other.product]
    {
      parts.append(part(.secondHalf, other.id.rawValue, product.name))
      parts += without(half.removed, product, .removedFromSecondHalf)
    }
    return parts + modifiers(configuration.modifiers, in: menu.groups(of: product, as: variant))
  }

  private func modifiers(
    _ selection: ModifierSelection, in groups: [ModifierGroup]
  ) -> [OrderedItem.Part] {
    menu.groups(groups, with: selection).flatMap { group in
      group.modifiers.flatMap { id in
        (selection[group.id] ?? [:]).filter { $0.key.modifier == id && $0.value > 0 }
          .sorted { $0.key < $1.key }
          .map { choice, count in
            OrderedItem.Part(
              kind: .modifier, group: group.id.rawValue, id: id.rawValue,
              name: menu.modifiers[id]?.name ?? id.rawValue, count: count,
              portion: choice.portion, amount: group.amounts.first { $0.id == choice.amount })
          }
      }
    }
  }
}
