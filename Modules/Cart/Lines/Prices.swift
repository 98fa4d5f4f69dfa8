import Pricing

extension LinePrice {
  /// Returns the estimated price of a quantity, without discounts.
  ///
  /// The price and the quantity were validated before, so the multiplication cannot overflow.
  static func estimate(_ unit: Money, _ quantity: Int) -> LinePrice {
    let total = Money(unit.minorUnits &* Int64(quantity), unit.currency)
    return LinePrice(unit: unit, total: total, discounts: [], final: total, isEstimate: true)
  }

  /// Returns a copy of this price without the discount of a promo code.
  func without(_ code: String) -> LinePrice {
    guard discounts.contains(where: { $0.code == code }) else { return self }
    let left = discounts.filter { $0.code != code }
    let discount = left.reduce(0) { $0 + $1.amount.minorUnits }
    return LinePrice(
      unit: unit, total: total, discounts: left,
      final: Money(total.minorUnits - discount, total.currency), isEstimate: true)
  }
}

extension CartTotals {
  /// Creates the sums of a cart by adding up its lines and fees.
  init(_ lines: [CartLine], fees: [Fee], in currency: CurrencyCode, isEstimate: Bool) {
    var (items, discount, due) = (Int64(0), Int64(0), Int64(0))
    var (codes, amounts) = ([String](), [String: Int64]())
    // This loop uses indices, because iterating over the elements would copy each line.
    for index in lines.indices {
      items += lines[index].price.total.minorUnits
      due += lines[index].price.final.minorUnits
      for part in lines[index].price.discounts {
        if amounts[part.code] == nil { codes.append(part.code) }
        amounts[part.code, default: 0] += part.amount.minorUnits
        discount += part.amount.minorUnits
      }
    }
    for fee in fees { due += fee.amount.minorUnits }
    self.items = Money(items, currency)
    discounts = codes.map { CartDiscount(code: $0, amount: Money(amounts[$0] ?? 0, currency)) }
    self.discount = Money(discount, currency)
    self.fees = fees
    self.due = Money(due, currency)
    self.isEstimate = isEstimate
  }
}
