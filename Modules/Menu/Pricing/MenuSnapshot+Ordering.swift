import Pricing

extension MenuSnapshot {
  func orderedItem(_ configuration: ProductConfiguration) -> OrderedItem? {
    price(of: configuration).flatMap { item(configuration, slot: "", price: $0) }
  }

  func orderedItem(_ configuration: ComboConfiguration) -> OrderedItem? {
    guard let combo = combos[configuration.combo], let price = price(of: configuration) else {
      return nil
    }
    var products: [OrderedItem] = []
    for slot in combo.slots.compactMap({ slots[$0] }) {
      for choice in configuration.choices[slot.id] ?? [] {
        guard
          let share = share(of: choice, in: slot, combo.pricing).flatMap(Int64.init(exactly:)),
          let item = item(choice, slot: slot.id.rawValue, price: money(share))
        else { return nil }
        products.append(item)
      }
    }
    return OrderedItem(
      item: .combo(combo.id), slot: "", name: combo.name, image: combo.image, parts: [],
      products: products, price: price)
  }

  private func item(
    _ configuration: ProductConfiguration, slot: String, price: Money
  ) -> OrderedItem? {
    guard let variant = variants[configuration.variant], let product = products[variant.product]
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
        ingredients[id].map { part(kind, id.rawValue, $0) }
      }
    }
    var parts: [Part] = []
    if let size = variant.size, let name = sizes[size] {
      parts.append(part(.size, size.rawValue, name))
    }
    if let crust = variant.crust, let name = crusts[crust] {
      parts.append(part(.crust, crust.rawValue, name))
    }
    parts += without(configuration.removed, product, .removed)
    if let half = configuration.secondHalf, let other = variants[half.variant],
      let product = products[other.product]
    {
      parts.append(part(.secondHalf, other.id.rawValue, product.name))
      parts += without(half.removed, product, .removedFromSecondHalf)
    }
    for id in groups(of: product, with: configuration.modifiers) {
      guard let group = groups[id], let taken = configuration.modifiers[id] else { continue }
      for modifier in group.modifiers.compactMap({ modifiers[$0] }) {
        guard let count = taken[modifier.id], count > 0 else { continue }
        parts.append(
          Part(
            kind: .modifier, group: id.rawValue, id: modifier.id.rawValue, name: modifier.name,
            count: count))
      }
    }
    return parts
  }
}
