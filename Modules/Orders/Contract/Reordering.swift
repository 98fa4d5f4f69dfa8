public import Pricing

/// The result of looking up the lines of an earlier order in the menu of today.
///
/// `Item` is the type with which the app fills its cart.
public struct Reordering<Item> {
  /// A line that can be ordered again.
  public struct Line {
    /// The line of the earlier order.
    public let line: OrderLine
    /// The item of today's menu.
    public let item: Item
    /// The price of one unit today.
    public let unitPrice: Money

    /// Whether a unit costs more than in the earlier order, or is priced in another currency.
    public var isDearer: Bool {
      unitPrice.currency != line.unitPrice.currency
        || unitPrice.minorUnits > line.unitPrice.minorUnits
    }
  }

  /// The lines that can be ordered again.
  public let lines: [Line]
  /// The lines that the menu no longer has.
  public let gone: [OrderLine]

  /// The lines that cost more than in the earlier order.
  public var dearer: [Line] { lines.filter(\.isDearer) }
}

extension Reordering: Sendable where Item: Sendable {}
extension Reordering.Line: Sendable where Item: Sendable {}

extension Order {
  /// Looks up the lines that the user has chosen in the menu of today.
  ///
  /// ```swift
  /// let again = order.reordering { line in
  ///   menu.item(line.configuration).map { ($0, $0.unitPrice) }
  /// }
  /// for line in again.lines { try await cart.add(line.item, count: line.line.quantity) }
  /// ```
  ///
  /// - Parameter menu: Returns the item of a line and its price; `nil` if the menu does not have it.
  /// - Returns: The lines that can be ordered again, and those that cannot. Gifts are in neither.
  public func reordering<Item>(
    through menu: (OrderLine) -> (item: Item, unitPrice: Money)?
  ) -> Reordering<Item> {
    var lines: [Reordering<Item>.Line] = []
    var gone: [OrderLine] = []
    for line in self.lines where line.kind == .chosen {
      if let (item, price) = menu(line) {
        lines.append(Reordering.Line(line: line, item: item, unitPrice: price))
      } else {
        gone.append(line)
      }
    }
    return Reordering(lines: lines, gone: gone)
  }
}
