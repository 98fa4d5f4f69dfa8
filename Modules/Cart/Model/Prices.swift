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
    return LinePrice(unit: unit, total: total, discounts: [], final: total)
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
    discounted(by: discounts.filter { $0.code.uppercased() != code })
  }

  private func discounted(by discounts: [CartDiscount]) -> LinePrice {
    let final = discounts.reduce(total) { $0.plus(Money(-$1.amount.minorUnits, $0.currency)) }
    return LinePrice(unit: unit, total: total, discounts: discounts, final: final)
  }
}

extension [CartDiscount] {
  /// The discounts with one sum for each code, in the sequence of the codes.
  var byCode: [CartDiscount] {
    reduce(into: []) { sums, part in
      if let place = sums.firstIndex(where: { $0.code == part.code }) {
        sums[place] = CartDiscount(code: part.code, amount: sums[place].amount.plus(part.amount))
      } else {
        sums.append(part)
      }
    }
  }
}

extension CartTotals {
  /// Creates the sums of a cart by adding up its lines and fees, which all have one currency.
  init(
    _ lines: [CartLine], fees: [Fee], in currency: CurrencyCode, isEstimate: Bool, isExact: Bool
  ) {
    func sum(_ amounts: some Sequence<Money>) -> Money {
      amounts.reduce(.zero(currency)) { $0.plus($1) }
    }
    let discounts = lines.flatMap(\.price.discounts).byCode
    self.init(
      items: sum(lines.lazy.map(\.price.total)), discounts: discounts,
      discount: sum(discounts.map(\.amount)), fees: fees,
      due: sum(lines.lazy.map(\.price.final) + fees.map(\.amount)), isEstimate: isEstimate,
      isExact: isExact)
  }

  /// The price of all lines less the discounts, on which the delivery fee and the minimum depend.
  var ordered: Money { items.plus(Money(-discount.minorUnits, items.currency)) }
}
