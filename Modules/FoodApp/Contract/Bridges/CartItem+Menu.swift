public import Cart
public import Commerce
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
    // The size of the product itself is the name of its variant.
    let details =
      ordered.choices.filter { $0.kind != .size }.map(\.words)
      + ordered.products.flatMap { [$0.name] + $0.choices.map(\.words) }
    self.init(
      ordered.configuration, city: city, name: ordered.name,
      variantName: ordered.choices.first { $0.kind == .size }?.name, details: details,
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

extension OrderedItem.Choice {
  fileprivate var words: String {
    switch kind {
    case .removed: "− \(name)"
    case .modifier:
      "+ \(name)" + (amount.map { " (\($0.name))" } ?? "")
        + (portion.map { $0 == .first ? " ◐" : " ◑" } ?? "") + (count == 1 ? "" : " ×\(count)")
    case .secondHalf: "½ \(name)"
    case .size, .crust: name
    }
  }
}
