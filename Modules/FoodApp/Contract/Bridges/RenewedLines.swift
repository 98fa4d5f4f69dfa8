public import Cart
public import Commerce
public import Menu
public import Orders

// Finds items of the current menu for the lines of a closed cart or an order. The app can then add
// these items to the current cart. An app can copy this file and change it.

/// The lines of a closed cart or of an order, with the items and prices of the current menu.
public struct RenewedLines: Sendable, Hashable {
  /// A line that can be ordered again.
  public struct Line: Sendable, Hashable {
    /// The item to order, with the name and the price of the current menu.
    public let item: CartItem
    /// The quantity in the closed cart or the order.
    public let quantity: Int
    /// The price of one unit in the closed cart or the order.
    public let formerPrice: Money

    /// Whether a unit costs more than ``formerPrice``, or is priced in another currency.
    public var isDearer: Bool {
      item.unitPrice.currency != formerPrice.currency
        || item.unitPrice.minorUnits > formerPrice.minorUnits
    }
  }

  /// The lines that can be ordered again, in the sequence of the closed cart or the order.
  public let lines: [Line]
  /// The names of the lines that cannot be ordered now, as the closed cart or the order has them.
  public let gone: [String]

  /// The ``lines`` whose unit price is higher than before, or is in another currency.
  public var dearer: [Line] { lines.filter(\.isDearer) }
}

extension OtherCart {
  /// Returns the lines of the cart, with the items and prices of a menu.
  ///
  /// The menu must be the menu of the cart's city.
  public func renewed(from menu: OrderableMenu) -> RenewedLines {
    RenewedLines(
      lines.map { ($0.item.configuration, $0.item.name, $0.quantity, $0.item.unitPrice) },
      in: city, from: menu)
  }
}

extension Order {
  /// Returns the lines of the order with the items and prices of a menu; gifts are left out.
  ///
  /// The menu must be the menu of the order's city.
  public func renewed(from menu: OrderableMenu) -> RenewedLines {
    RenewedLines(
      lines.filter { $0.kind == .chosen }
        .map { ($0.configuration, $0.name, $0.quantity, $0.unitPrice) }, in: city, from: menu)
  }
}

extension RenewedLines {
  fileprivate init(
    _ former: [(configuration: ItemConfiguration, name: String, quantity: Int, price: Money)],
    in city: CityID, from menu: OrderableMenu
  ) {
    let found = former.map { line in
      (
        line,
        MenuSelection(line.configuration, in: menu.menu).flatMap { menu.cartItem($0, in: city) }
      )
    }
    lines = found.compactMap { line, item in
      item.map { Line(item: $0, quantity: line.quantity, formerPrice: line.price) }
    }
    gone = found.filter { $0.1 == nil }.map(\.0.name)
  }
}

extension ShoppingCart {
  /// Adds to this cart all lines that can be ordered again, in one step and each as far as it fits.
  ///
  /// - Returns: What did not fit, with the reasons.
  /// - Throws: `CartError`; nothing was added.
  @discardableResult
  public func add(_ renewed: RenewedLines) async throws(CartError) -> [CartRest] {
    try await add(renewed.lines.map { OtherCart.Line(item: $0.item, quantity: $0.quantity) })
  }
}
