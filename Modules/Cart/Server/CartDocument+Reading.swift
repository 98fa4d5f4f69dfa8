import Networking
import Pricing
import Sync

extension CartDocument {
  /// Validates the response and converts it to a cart.
  ///
  /// Unknown kinds and codes are preserved. If the sums contradict the lines, the cart has the problem
  /// ``CartProblem/sumsDiffer``. If an amount is out of range, the response is unusable.
  func cart() throws(UnusableBody) -> ServerCart {
    guard version > 0 else { throw UnusableBody(reason: "version \(version)") }
    guard let currency = CurrencyCode(rawValue: currency) else {
      throw UnusableBody(reason: "currency \(currency.prefix(20))")
    }
    let lines = try lines.map { line throws(UnusableBody) in try line.line(in: currency) }
    guard Set(lines.map(\.id)).count == lines.count else {
      throw UnusableBody(reason: "a line twice")
    }
    let fees = try fees.map { fee throws(UnusableBody) in
      CartTotals.Fee(kind: fee.kind, amount: try Self.money(fee.amount, currency, "fee"))
    }
    let sums = CartTotals(lines, fees: fees, in: currency, isEstimate: false)
    let minimum = try Self.money(minimum, currency, "minimum")
    var problems = problems.map { CartProblem.other(code: $0.code, text: $0.text ?? $0.code) }
    if !agrees(with: sums) { problems.append(.sumsDiffer) }
    return ServerCart(
      id: id, version: version, city: city, currency: currency, fulfillment: fulfillment,
      lines: lines,
      promos: try promos.map { promo throws(UnusableBody) in try promo.promo(in: currency) },
      fees: fees, minimum: minimum, problems: problems)
  }

  private func agrees(with sums: CartTotals) -> Bool {
    let parts = totals.discounts.filter { $0.amount != 0 }
    let told = Dictionary(parts.map { ($0.code, $0.amount) }, uniquingKeysWith: &+)
    let added = Dictionary(
      sums.discounts.map { ($0.code, $0.amount.minorUnits) }, uniquingKeysWith: &+)
    return totals.items == sums.items.minorUnits && totals.discount == sums.discount.minorUnits
      && totals.due == sums.due.minorUnits && told == added
      && lines.allSatisfy { line in
        line.total - line.discounts.reduce(0) { $0 + $1.amount } == line.final
      }
  }

  fileprivate static func money(
    _ amount: Int64, _ currency: CurrencyCode, _ place: String
  ) throws(UnusableBody) -> Money {
    guard amount.magnitude <= CartItem.prices.upperBound.magnitude else {
      throw UnusableBody(reason: "\(place) of \(amount)")
    }
    return Money(amount, currency)
  }
}

extension CartDocument.Line {
  fileprivate func line(in currency: CurrencyCode) throws(UnusableBody) -> CartLine {
    func money(_ amount: Int64, _ what: String) throws(UnusableBody) -> Money {
      try CartDocument.money(amount, currency, "\(what) of \(item.name.prefix(40))")
    }
    do { try item.check() } catch { throw UnusableBody(reason: "\(error)") }
    guard item.unitPrice.currency == currency else {
      throw UnusableBody(reason: "\(item.unitPrice.currency) in a cart of \(currency)")
    }
    guard (1...100_000).contains(quantity) else {
      throw UnusableBody(reason: "quantity \(quantity)")
    }
    let price = LinePrice(
      unit: try money(unitPrice, "price"), total: try money(total, "total"),
      discounts: try discounts.filter { $0.amount != 0 }.map { part throws(UnusableBody) in
        guard part.amount > 0 else { throw UnusableBody(reason: "discount of \(part.amount)") }
        return CartDiscount(code: part.code, amount: try money(part.amount, "discount"))
      },
      final: try money(final, "final price"), isEstimate: false)
    let kind = CartLine.Kind(rawValue: kind)
    return CartLine(
      id: kind == .chosen ? item.line : CartLine.ID(rawValue: "\(self.kind) \(id)"), kind: kind,
      item: item, quantity: quantity, price: price, problems: problems.map(\.ofLine),
      status: .confirmed)
  }
}

extension CartDocument.Problem {
  fileprivate var ofLine: LineProblem {
    switch (code, limit) {
    case ("soldOut", _): .soldOut
    case ("limited", let limit?): .limited(to: limit)
    default: .other(code: code, text: text ?? code)
    }
  }
}

extension CartDocument.Promo {
  fileprivate func promo(in currency: CurrencyCode) throws(UnusableBody) -> CartPromo {
    guard status != "applied" else {
      let amount = try CartDocument.money(amount ?? 0, currency, "promo code")
      return CartPromo(code: code, state: .applied(amount))
    }
    let missing = try CartDocument.money(missing ?? 0, currency, "promo code")
    let problem: PromoProblem =
      switch status {
      case "unknown": .unknown
      case "expired": .expired
      case "belowMinimum": .belowMinimum(missing: missing)
      case "notForTheseItems": .notForTheseItems
      case "used": .used
      case "notCombinable": .notCombinable
      default: .other(status)
      }
    return CartPromo(code: code, state: .notApplied(problem, text: text ?? status))
  }
}
