public import Commerce

/// The result of looking up the lines of an earlier order in the current menu.
///
/// `Item` is the type of an item in the app's cart.
public struct Reordering<Item> {
  /// A line that can be ordered again.
  public struct Line {
    /// The line of the earlier order.
    public let line: OrderLine
    /// The item of the current menu that corresponds to the line.
    public let item: Item
    /// The current price of one unit, which the closure of ``Order/reordering(through:)`` has returned.
    public let unitPrice: Money

    /// Whether a unit is more expensive than in the earlier order, or is priced in another currency.
    public var isDearer: Bool {
      unitPrice.currency != line.unitPrice.currency
        || unitPrice.minorUnits > line.unitPrice.minorUnits
    }
  }

  /// The lines that can be ordered again, in the order of ``Order/lines``.
  public let lines: [Line]
  /// The chosen lines for which the current menu has no item, in the order of ``Order/lines``.
  public let gone: [OrderLine]

  /// The ``lines`` with a higher unit price or another currency, to show before they are added to a cart.
  public var dearer: [Line] { lines.filter(\.isDearer) }
}

extension Reordering: Sendable where Item: Sendable {}
extension Reordering.Line: Sendable where Item: Sendable {}

extension Order {
  /// Finds items of the current menu for the lines of the kind ``OrderLine/Kind/chosen``.
  ///
  /// ```swift
  /// let again = order.reordering { line in
  ///   menu.item(line.configuration).map { ($0, $0.unitPrice) }
  /// }
  /// for line in again.lines { try await cart.add(line.item, count: line.line.quantity) }
  /// ```
  ///
  /// - Parameter menu: Returns the item and its price for a line; `nil` if the menu has no such item.
  /// - Returns: The lines that can be ordered again, and the lines that cannot. Lines of another kind,
  ///   such as gifts, are not included.
  public func reordering<Item>(
    through menu: (OrderLine) -> (item: Item, unitPrice: Money)?
  ) -> Reordering<Item> {
    let found = lines.filter { $0.kind == .chosen }.map { ($0, menu($0)) }
    return Reordering(
      lines: found.compactMap { line, new in
        new.map { Reordering.Line(line: line, item: $0.item, unitPrice: $0.unitPrice) }
      },
      gone: found.filter { $0.1 == nil }.map(\.0))
  }
}
