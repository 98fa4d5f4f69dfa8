import Pricing

extension LinePrice {
  /// What so many cost when nothing is taken off; amounts have been checked to fit.
  static func estimate(_ unit: Money, _ quantity: Int) -> LinePrice {
    let total = Money(unit.minorUnits &* Int64(quantity), unit.currency)
    return LinePrice(unit: unit, total: total, discounts: [], final: total, isEstimate: true)
  }

  /// The same without what one promo code takes off.
  func without(_ code: String) -> LinePrice {
    guard discounts.contains(where: { $0.code == code }) else { return self }
    let left = discounts.filter { $0.code != code }
    let discount = left.reduce(0) { $0 + $1.amount.minorUnits }
    return LinePrice(
      unit: unit, total: total, discounts: left,
      final: Money(total.minorUnits - discount, total.currency), isEstimate: true)
  }
}
