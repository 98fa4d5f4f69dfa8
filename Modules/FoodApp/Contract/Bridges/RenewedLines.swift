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
    fileprivate var isDearer: Bool {
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
    var (renewed, gone) = ([RenewedLines.Line](), [String]())
    for line in lines {
      let selection = MenuSelection(line.item.configuration, in: menu.menu)
      if let item = selection.flatMap({ menu.cartItem($0, in: city) }) {
        renewed.append(.init(item: item, quantity: line.quantity, formerPrice: line.item.unitPrice))
      } else {
        gone.append(line.item.name)
      }
    }
    return RenewedLines(lines: renewed, gone: gone)
  }
}

extension Order {
  /// Returns the lines of the order with the items and prices of a menu; gifts are left out.
  ///
  /// The menu must be the menu of the order's city.
  public func renewed(from menu: OrderableMenu) -> RenewedLines {
    let chosen = lines.filter { $0.kind == .chosen }.map { line in
      OtherCart.Line(
        item: CartItem(
          line.configuration, city: city, name: line.name, unitPrice: line.unitPrice, revision: ""),
        quantity: line.quantity)
    }
    return OtherCart(city: city, lines: chosen).renewed(from: menu)
  }
}

extension ShoppingCart {
  /// Adds to this cart all lines that can be ordered again, in one step and each as far as it fits.
  ///
  /// - Returns: One element for each item that did not fit in whole, with the reason; may be empty.
  /// - Throws: `CartError`; nothing was added.
  @discardableResult
  public func add(_ renewed: RenewedLines) async throws(CartError) -> [CartRest] {
    try await add(renewed.lines.map { OtherCart.Line(item: $0.item, quantity: $0.quantity) })
  }
}
