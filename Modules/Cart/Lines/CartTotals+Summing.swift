package import Pricing

extension CartTotals {
  /// Adds up lines and fees, so that the parts are the sums whoever set the prices.
  package init(_ lines: [CartLine], fees: [Fee], in currency: CurrencyCode, isEstimate: Bool) {
    func money(_ amounts: some Sequence<Money>) -> Money {
      Money(amounts.reduce(0) { $0 + $1.minorUnits }, currency)
    }
    let parts = lines.flatMap(\.price.discounts)
    var codes: [String] = []
    for part in parts where !codes.contains(part.code) { codes.append(part.code) }
    items = money(lines.map(\.price.total))
    discounts = codes.map { code in
      CartDiscount(code: code, amount: money(parts.filter { $0.code == code }.map(\.amount)))
    }
    discount = money(parts.map(\.amount))
    self.fees = fees
    due = money(lines.map(\.price.final) + fees.map(\.amount))
    self.isEstimate = isEstimate
  }
}
