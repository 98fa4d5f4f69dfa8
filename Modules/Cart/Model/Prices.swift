import Commerce

extension Money {
  /// Returns the sum of two amounts of one currency, at most the largest number.
  ///
  /// Each amount was validated, so only a server with millions of lines reaches it.
  func plus(_ other: Money) -> Money {
    let (sum, isTooLarge) = minorUnits.addingReportingOverflow(other.minorUnits)
    return Money(isTooLarge ? (sum < 0 ? .max : .min) : sum, currency)
  }

  fileprivate func times(_ count: Int) -> Money {
    let (product, isTooLarge) = minorUnits.multipliedReportingOverflow(by: Int64(count))
    return Money(isTooLarge ? .max : product, currency)
  }
}

extension LinePrice {
  /// Returns the estimated price of a quantity, without discounts.
  static func estimate(_ unit: Money, _ quantity: Int) -> LinePrice {
    let total = unit.times(quantity)
    return LinePrice(unit: unit, total: total, discounts: [], final: total, isEstimate: true)
  }

  /// Returns the estimated price of another quantity, with the discounts in proportion to it.
  func estimate(_ quantity: Int, insteadOf former: Int) -> LinePrice {
    let estimate = LinePrice.estimate(unit, quantity)
    guard former > 0 else { return estimate }
    return estimate.discounted(
      by: discounts.map { part in
        let exact = Int128(part.amount.minorUnits) * Int128(quantity)
        let share = Int64(clamping: exact.rounded(dividingBy: Int128(former)))
        return CartDiscount(code: part.code, amount: Money(share, unit.currency))
      })
  }

  /// Returns a copy of this price without the discount of a promo code.
  func without(_ code: String) -> LinePrice {
    let rest = discounts.filter { $0.code.uppercased() != code }
    return rest.count == discounts.count ? self : discounted(by: rest)
  }

  private func discounted(by discounts: [CartDiscount]) -> LinePrice {
    let final = discounts.reduce(total) { $0.plus(Money(-$1.amount.minorUnits, $0.currency)) }
    return LinePrice(unit: unit, total: total, discounts: discounts, final: final, isEstimate: true)
  }
}

extension CartTotals {
  /// Creates the sums of a cart by adding up its lines and fees, which all have one currency.
  init(
    _ lines: [CartLine], fees: [Fee], in currency: CurrencyCode, isEstimate: Bool, isExact: Bool
  ) {
    var (items, discount, due) = (Money.zero(currency), Money.zero(currency), Money.zero(currency))
    var (codes, amounts) = ([String](), [String: Money]())
    // This loop uses indices, because iterating over the elements would copy each line.
    for index in lines.indices {
      items = items.plus(lines[index].price.total)
      due = due.plus(lines[index].price.final)
      for part in lines[index].price.discounts {
        if amounts[part.code] == nil { codes.append(part.code) }
        amounts[part.code] = amounts[part.code]?.plus(part.amount) ?? part.amount
        discount = discount.plus(part.amount)
      }
    }
    for fee in fees { due = due.plus(fee.amount) }
    let discounts = codes.map { CartDiscount(code: $0, amount: amounts[$0] ?? .zero(currency)) }
    self.init(
      items: items, discounts: discounts, discount: discount, fees: fees, due: due,
      isEstimate: isEstimate, isExact: isExact)
  }

  /// Returns the same sums, marked as estimated or exact.
  func with(isEstimate: Bool, isExact: Bool) -> CartTotals {
    CartTotals(
      items: items, discounts: discounts, discount: discount, fees: fees, due: due,
      isEstimate: isEstimate, isExact: isExact)
  }

  /// The price of all lines less the discounts, on which the delivery fee and the minimum depend.
  var ordered: Money { items.plus(Money(-discount.minorUnits, items.currency)) }
}
