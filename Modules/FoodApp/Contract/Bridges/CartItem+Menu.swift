public import Commerce
public import Cart
public import Menu

// Converts products of the menu for the cart. The file uses only public interfaces, so an app can copy
// and change it.

extension CartItem {
  /// Creates the item of a configured product or combo.
  ///
  /// - Parameters:
  ///   - ordered: The product or combo, with its choices and its price.
  ///   - menu: The menu that contains the product or combo.
  ///   - city: The city of the menu.
  public init(_ ordered: OrderedItem, in menu: MenuSnapshot, of city: CityID) {
    let details = ([ordered] + ordered.products).flatMap { item in
      // The size of the product itself is the name of its variant.
      item.slot.isEmpty
        ? item.parts.filter { $0.kind != .size }.map(\.words)
        : [item.name] + item.parts.map(\.words)
    }
    self.init(
      ItemConfiguration(ordered, in: menu), city: city, name: ordered.name,
      variantName: ordered.parts.first { $0.kind == .size }?.name, details: details,
      image: ordered.image?.path, unitPrice: ordered.price, revision: "\(menu.revision)")
  }
}

extension OrderableMenu {
  /// Returns the cart item of a configured product or combo; `nil` if the selection has problems.
  ///
  /// - Parameters:
  ///   - selection: The product or combo with the user's choices.
  ///   - city: The city of the menu.
  /// - Returns: The item to add to the cart, with the current price.
  public func cartItem(_ selection: MenuSelection, in city: CityID) -> CartItem? {
    ordered(selection).map { CartItem($0, in: menu, of: city) }
  }
}

extension ItemConfiguration {
  /// Creates the configuration of an ordered product or combo; `menu` contains the products of the variants.
  public init(_ ordered: OrderedItem, in menu: MenuSnapshot) {
    func ids(_ kind: OrderedItem.Part.Kind) -> [String] {
      ordered.parts.filter { $0.kind == kind }.map(\.id)
    }
    let modifiers = ordered.parts.filter { $0.kind == .modifier }.map {
      Modifier(
        $0.id, in: $0.group, count: $0.count, portion: $0.portion?.rawValue,
        amount: $0.amount?.id.rawValue)
    }
    func product(of variant: Variant.ID) -> String {
      menu.variants[variant]?.product.rawValue ?? variant.rawValue
    }
    switch ordered.item {
    case .variant(let variant):
      let second = ids(.secondHalf).map { id in
        Part(
          Self.secondHalf,
          ItemConfiguration(
            product: product(of: Variant.ID(rawValue: id)), variant: id,
            removed: ids(.removedFromSecondHalf)))
      }
      self.init(
        product: product(of: variant), variant: variant.rawValue,
        modifiers: modifiers, removed: ids(.removed), parts: second)
    case .combo(let combo):
      self.init(
        product: combo.rawValue, modifiers: modifiers,
        parts: ordered.products.map { Part($0.slot, ItemConfiguration($0, in: menu)) })
    // `OrderedItem.item` is always a variant or a combo, so these cases do not occur.
    case .size(let id): self.init(product: id.rawValue)
    case .category(let id): self.init(product: id.rawValue)
    case .product(let id): self.init(product: id.rawValue)
    case .modifier(let id): self.init(product: id.rawValue)
    case .ingredient(let id): self.init(product: id.rawValue)
    }
  }
}

extension OrderedItem.Part {
  fileprivate var words: String {
    switch kind {
    case .removed, .removedFromSecondHalf: "− \(name)"
    case .modifier:
      "+ \(name)" + (amount.map { " (\($0.name))" } ?? "")
        + (portion.map { $0 == .first ? " ◐" : " ◑" } ?? "") + (count == 1 ? "" : " ×\(count)")
    case .secondHalf: "½ \(name)"
    case .size, .crust: name
    }
  }
}
