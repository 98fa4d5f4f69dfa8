public import Commerce

/// The price of the products of an order, the discount, the fees and the charged sum.
public struct OrderTotals: Codable, Sendable, Hashable {
  /// The price of all lines without discounts.
  public let items: Money
  /// The discounts on all lines, not yet subtracted from ``items``.
  public let discount: Money
  /// The amounts that are charged in addition to the lines, in the server's order; may be empty.
  public let fees: [Fee]
  /// The charged sum: ``items`` less ``discount`` plus ``fees``, if ``Order/totalsAddUp`` is `true`.
  public let due: Money

  /// Creates the amounts of an order.
  ///
  /// `items` is the price of all lines without discounts. `due` is the charged sum.
  public init(items: Money, discount: Money, fees: [Fee] = [], due: Money) {
    (self.items, self.discount, self.fees, self.due) = (items, discount, fees, due)
  }

  /// Whether the amounts of the lines and of the order agree.
  ///
  /// The ``OrderLine/total`` of each line must be the unit price times the quantity. The totals of the
  /// lines must add up to ``items``, and the discounts of the lines to ``discount``. ``due`` must be
  /// ``items`` minus ``discount`` plus ``fees``.
  func addUp(_ lines: [OrderLine]) -> Bool {
    do throws(MoneyError) {
      for line in lines {
        guard try line.unitPrice.multiplied(by: line.quantity) == line.total else { return false }
      }
      let charged = try Money.sum(fees.map(\.amount), in: due.currency)
        .adding(items).subtracting(discount)
      let totals = try Money.sum(lines.map(\.total), in: due.currency)
      let discounts = try Money.sum(lines.map(\.discount), in: due.currency)
      return charged == due && totals == items && discounts == discount
    } catch {
      return false
    }
  }
}
