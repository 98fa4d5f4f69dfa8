import FoodApp
import Menu
import ShowcaseKit

/// A row of the form in which the user configures a product or a combo.
///
/// The Left and Right keys change the value of the row.
enum ConfiguratorRow: Hashable {
  case variant, secondHalf
  case ingredient(Ingredient.ID)
  case modifier(ModifierGroup.ID, MenuModifier.ID)
  case slot(ComboSlot.ID)

  /// Returns the rows for a selection; if the user chooses a modifier, further rows can appear.
  static func all(of selection: MenuSelection, in menu: MenuSnapshot) -> [ConfiguratorRow] {
    switch selection {
    case .combo(let combo): return menu.combos[combo.combo]?.slots.map(ConfiguratorRow.slot) ?? []
    case .product(let configuration):
      guard
        let product = menu.variants[configuration.variant].flatMap({ menu.products[$0.product] })
      else { return [] }
      return (product.variants.count > 1 ? [.variant] : [])
        + (product.halves.isEmpty ? [] : [.secondHalf])
        + product.ingredients.map(ConfiguratorRow.ingredient)
        + menu.groups(in: configuration).flatMap { group in
          group.modifiers.map { .modifier(group.id, $0) }
        }
    }
  }

  /// Changes the value of this row in a selection.
  ///
  /// Moves `step` places through the row's values, or adds `step` to the count of a modifier. Does
  /// not check the result: ``OrderableMenu`` reports the problems of a selection.
  func change(_ selection: inout MenuSelection, by step: Int, in menu: OrderableMenu) {
    switch selection {
    case .product(var product):
      change(&product, by: step, in: menu.menu)
      selection = .product(product)
    case .combo(var combo):
      guard case .slot(let id) = self, let slot = menu.menu.slots[id] else { return }
      let options = slot.options.map(Optional.some)
      let ring = slot.quantity.isRequired ? options : [nil] + options
      let next = ring.next(after: combo.choices[id]?.first?.variant, by: step)
      combo.choices[id] = next.flatMap { menu.start(with: $0) }.map { [$0] }
      selection = .combo(combo)
    }
  }

  private func change(_ product: inout ProductConfiguration, by step: Int, in menu: MenuSnapshot) {
    switch self {
    case .variant:
      let variants = menu.variants[product.variant].flatMap { menu.products[$0.product] }?.variants
      guard let next = variants?.next(after: product.variant, by: step) else { return }
      product.variant = next
      product.secondHalf = product.secondHalf.flatMap { half in
        menu.variants[half.variant].flatMap { menu.sibling(of: next, as: $0.product) }
          .map { ProductConfiguration.Half($0) }
      }
    case .secondHalf:
      let partners = menu.variants[product.variant].flatMap { menu.products[$0.product] }?.halves
      let fitting = partners?.compactMap { menu.sibling(of: product.variant, as: $0) } ?? []
      let ring = [nil] + fitting.map(Optional.some)
      product.secondHalf = ring.next(after: product.secondHalf?.variant, by: step)
        .map { ProductConfiguration.Half($0) }
    case .ingredient(let id): product.removed.formSymmetricDifference([id])
    case .modifier(let group, let id):
      let count = max(0, (product.modifiers[group]?[id] ?? 0) + step)
      product.modifiers[group, default: [:]][id] = count > 0 ? count : nil
    case .slot: break
    }
  }

  /// Returns the name of this row, and its value in a selection.
  func text(
    of selection: MenuSelection, in menu: MenuSnapshot, _ language: String
  ) -> (name: String, value: String) {
    func say(_ text: String) -> String { MenuWords.text(text, in: language) }
    switch (self, selection) {
    case (.slot(let id), .combo(let combo)):
      let chosen = combo.choices[id]?.first?.variant
      let more = chosen.flatMap { menu.surcharge(of: $0, in: id) }
        .map { " +\($0.text(in: language))" }
      return (
        menu.slots[id]?.name ?? id.rawValue,
        (chosen.map(menu.name) ?? say("nothing")) + (more ?? "")
      )
    case (.variant, .product(let product)): return (say("Size"), menu.size(product.variant))
    case (.secondHalf, .product(let product)):
      return (say("Second half"), product.secondHalf.map { menu.name($0.variant) } ?? say("none"))
    case (.ingredient(let id), .product(let product)):
      let isLeftOut = product.removed.contains(id)
      return (menu.ingredients[id] ?? id.rawValue, say(isLeftOut ? "without" : "with"))
    case (.modifier(let group, let id), .product(let product)):
      let chosen = product.modifiers[group] ?? [:]
      let (count, all) = (chosen[id] ?? 0, chosen.values.reduce(0, +))
      // The first units of a group can be free.
      let isFree = (count > 0 ? all : all + 1) <= menu.groups[group]?.free ?? 0
      let price = menu.price(of: id, in: group, with: product.variant)?.text(in: language) ?? ""
      return (
        menu.modifiers[id]?.name ?? id.rawValue, "\(count)  \(isFree ? say("free") : price)"
      )
    default: return ("", "")
    }
  }
}

extension MenuSnapshot {
  /// Returns the variant of `product` that has the same size and crust as `variant`.
  ///
  /// Returns `nil` if the product has no such variant.
  fileprivate func sibling(of variant: Variant.ID, as product: MenuProduct.ID) -> Variant.ID? {
    guard let variant = variants[variant] else { return nil }
    return products[product]?.variants.first {
      variants[$0]?.size == variant.size && variants[$0]?.crust == variant.crust
    }
  }

  /// Describes a problem of a selection and its place, in one line.
  func words(_ problem: ConfigurationProblem, in language: String) -> String {
    func say(_ text: String, _ value: Int? = nil) -> String {
      MenuWords.text(text, value.map { ["\($0)"] } ?? [], in: language)
    }
    let place = problem.path.compactMap { step -> String? in
      switch step {
      case .slot(let id): slots[id]?.name
      case .choice: nil
      case .secondHalf: say("second half")
      case .group(let id): groups[id]?.name
      case .item(let item): name(item)
      }
    }
    let what =
      switch problem.kind {
      case .unknown: say("is not on the menu")
      case .notOffered: say("cannot be chosen here")
      case .mismatched: say("must have the same size and crust")
      case .unavailable: say("is not available")
      case .tooFew(let minimum): say("choose at least #", minimum)
      case .tooMany(let maximum): say("choose at most #", maximum)
      case .tooFewKinds(let minimum): say("choose at least # different ones", minimum)
      case .tooManyKinds(let maximum): say("choose at most # different ones", maximum)
      case .priceless: say("has no price")
      }
    return "\(place.joined(separator: " › ")): \(what)"
  }

  /// Returns the name of an item, or its ID if the menu does not contain it.
  func name(_ item: MenuItem) -> String {
    switch item {
    case .product(let id): products[id]?.name ?? id.rawValue
    case .variant(let id): name(id)
    case .combo(let id): combos[id]?.name ?? id.rawValue
    case .modifier(let id): modifiers[id]?.name ?? id.rawValue
    case .ingredient(let id): ingredients[id] ?? id.rawValue
    }
  }

  func name(_ variant: Variant.ID) -> String {
    variants[variant].flatMap { products[$0.product] }?.name ?? variant.rawValue
  }

  /// Returns the names of a variant's size and crust.
  fileprivate func size(_ id: Variant.ID) -> String {
    guard let variant = variants[id] else { return id.rawValue }
    return [variant.size.flatMap { sizes[$0] }, variant.crust.flatMap { crusts[$0] }]
      .compactMap(\.self).joined(separator: ", ")
  }
}

extension Array where Element: Equatable {
  /// Returns the element `step` places after `element`, wrapping around at both ends.
  ///
  /// Counts from the first element if the array does not contain `element`. The array must not be
  /// empty.
  fileprivate func next(after element: Element, by step: Int) -> Element {
    let index = (firstIndex(of: element) ?? 0) + step
    return self[(index % count + count) % count]
  }
}
