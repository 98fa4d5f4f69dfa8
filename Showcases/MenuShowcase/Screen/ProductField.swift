import Menu

/// A row of the page on which the user configures a product.
///
/// The Left and Right keys change the row's value.
enum ProductField: Hashable {
  case size, crust, secondHalf
  case ingredient(Ingredient.ID)
  case modifier(ModifierGroup.ID, MenuModifier.ID)

  /// Returns the rows of the page for a product's configuration.
  ///
  /// A chosen modifier can have modifier groups of its own, which add further rows.
  static func all(of configuration: ProductConfiguration, in menu: MenuSnapshot) -> [ProductField] {
    guard let variant = menu.variants[configuration.variant],
      let product = menu.products[variant.product]
    else { return [] }
    let variants = product.variants.compactMap { menu.variants[$0] }
    var fields: [ProductField] = []
    if Set(variants.map(\.size)).count > 1 { fields.append(.size) }
    if Set(variants.map(\.crust)).count > 1 { fields.append(.crust) }
    if !product.halves.isEmpty { fields.append(.secondHalf) }
    fields += product.ingredients.map(ProductField.ingredient)
    for group in menu.groups(in: configuration) {
      fields += group.modifiers.map { .modifier(group.id, $0) }
    }
    return fields
  }

  /// Changes the value of this row by `step` places, or the count of a modifier by `step`.
  ///
  /// The count of a modifier can exceed its limits. The module `Menu` reports this as a problem of
  /// the configuration.
  func change(_ configuration: inout ProductConfiguration, by step: Int, in menu: MenuSnapshot) {
    switch self {
    case .size, .crust: turn(&configuration, by: step, in: menu)
    case .secondHalf: turnHalf(&configuration, by: step, in: menu)
    case .ingredient(let id):
      if configuration.removed.remove(id) == nil { configuration.removed.insert(id) }
    case .modifier(let group, let modifier):
      let count = (configuration.modifiers[group]?[modifier] ?? 0) + step
      configuration.modifiers[group, default: [:]][modifier] = count > 0 ? count : nil
    }
  }

  /// Selects another size or crust, `step` places after the current one.
  ///
  /// The row `size` selects only sizes that exist with the current crust, and the row `crust` only
  /// crusts that exist with the current size. In a half-and-half product, the second half also gets
  /// the new size and crust, if its product has them.
  private func turn(
    _ configuration: inout ProductConfiguration, by step: Int, in menu: MenuSnapshot
  ) {
    guard let now = menu.variants[configuration.variant],
      let variants = menu.products[now.product]?.variants.compactMap({ menu.variants[$0] })
    else { return }
    let ring = variants.filter { self == .size ? $0.crust == now.crust : $0.size == now.size }
    guard let next = ring.next(after: now, by: step) else { return }
    configuration.variant = next.id
    guard let half = configuration.secondHalf, let other = menu.variants[half.variant],
      let fitting = menu.products[other.product]?.variants.compactMap({ menu.variants[$0] })
        .first(where: { $0.size == next.size && $0.crust == next.crust })
    else { return }
    configuration.secondHalf?.variant = fitting.id
  }

  private func turnHalf(
    _ configuration: inout ProductConfiguration, by step: Int, in menu: MenuSnapshot
  ) {
    guard let now = menu.variants[configuration.variant],
      let partners = menu.products[now.product]?.halves
    else { return }
    let fitting = partners.compactMap { menu.products[$0] }.compactMap { partner in
      partner.variants.compactMap { menu.variants[$0] }
        .first { $0.size == now.size && $0.crust == now.crust }?.id
    }
    let ring = [nil] + fitting.map { Optional($0) }
    guard let next = ring.next(after: configuration.secondHalf?.variant, by: step) else { return }
    configuration.secondHalf = next.map { ProductConfiguration.Half($0) }
  }

  /// Returns the menu item that this row configures; the user can make this item unavailable.
  func item(_ configuration: ProductConfiguration) -> MenuItem {
    switch self {
    case .size, .crust: .variant(configuration.variant)
    case .secondHalf: .variant(configuration.secondHalf?.variant ?? configuration.variant)
    case .ingredient(let id): .ingredient(id)
    case .modifier(_, let id): .modifier(id)
    }
  }
}

extension ComboConfiguration {
  /// Selects another option of a slot, `step` places after the current option.
  ///
  /// The new option begins with its initial choices. A slot that is not required can also be empty.
  mutating func turn(_ slot: ComboSlot, by step: Int, in menu: OrderableMenu) {
    let options = slot.options.map { Optional($0) }
    let ring = slot.quantity.isRequired ? options : [nil] + options
    guard let next = ring.next(after: choices[slot.id]?.first?.variant, by: step) else { return }
    choices[slot.id] = next.flatMap { menu.start(with: $0) }.map { [$0] }
  }
}

extension Array where Element: Equatable {
  /// Returns the element `step` places after `element`, wrapping around at both ends.
  ///
  /// If the array does not contain `element`, returns the element `step` places after the first
  /// element. Returns `nil` if the array is empty.
  fileprivate func next(after element: Element, by step: Int) -> Element? {
    guard !isEmpty else { return nil }
    let position = (firstIndex(of: element) ?? 0) + step
    return self[(position % count + count) % count]
  }
}
