import Commerce
import Networking
import Sync

extension CartDocument {
  /// Converts the response to a cart, which shows as much of it as can be read.
  ///
  /// Unknown kinds and codes are preserved. If the sums contradict the lines, the cart has the problem
  /// ``CartProblem/sumsDiffer``.
  ///
  /// - Parameter response: The response; it is decoded again if a line of it cannot be read.
  /// - Returns: The cart; such a line is preserved as it came.
  /// - Throws: `UnusableBody` if the version is unknown.
  func cart(in response: HTTPResponse) throws(UnusableBody) -> ServerCart {
    guard version > 0 else { throw UnusableBody(reason: "version \(version)") }
    var parts = PartReader()
    let rows = parts.optional(lines, "lines") ?? []
    let prices = rows.lazy.compactMap { $0.value?.item?.value?.unitPrice?.value }
    let currency = currency?.value ?? prices.first?.currency ?? .none
    if currency == .none { parts.unreadable.append("currency") }
    lazy var told = response.lines
    let lines = CartLine.merged(
      rows.enumerated().map { place, row in
        CartLine(row.value, asTold: { told.dropFirst(place).first ?? .null }, in: currency)
      })
    parts.unreadable += lines.filter { $0.problems.contains(.unreadable) }.map(\.item.name)
    let fees = parts.list(fees, "fees").map { $0.fee(in: currency) }
    var codes: Set<String> = []
    let promos = parts.list(promos, "promos").filter { codes.insert($0.code).inserted }
    let fulfillment = parts.optional(fulfilment, "fulfilment")
    let minimum = Money(parts.optional(minimum, "minimum"), currency)
    var problems = parts.list(problems, "problems").map { problem in
      CartProblem.other(code: problem.code, text: problem.text ?? problem.code)
    }
    let added = CartTotals(lines, fees: fees, in: currency, isEstimate: false, isExact: true)
    let sums = parts.optional(totals, "totals").map { CartTotals($0, fees: fees, in: currency) }
    // If a part cannot be read, only the server knows the sums.
    let isWhole = parts.unreadable.isEmpty
    var totals = isWhole ? added : sums ?? added
    if sums == nil || isWhole && sums?.agrees(with: added) != true {
      problems.append(.sumsDiffer)
      totals = added
      (totals.isEstimate, totals.isExact) = (true, false)
    }
    return ServerCart(
      id: id, version: version, currency: currency, fulfillment: fulfillment, lines: lines,
      promos: promos, totals: totals, minimum: minimum,
      problems: problems + parts.unreadable.map { .unreadable(String($0.prefix(100))) })
  }
}

extension HTTPResponse {
  /// The lines of a cart as they came.
  fileprivate var lines: [JSONValue] {
    do { return try json(JSONValue.self)["lines"]?.list ?? [] } catch { return [] }
  }
}

extension CartTotals {
  fileprivate init(_ told: CartDocument.Totals, fees: [Fee], in currency: CurrencyCode) {
    let discounts = told.discounts?.value ?? []
    self.init(
      items: Money(told.items, currency),
      discounts: discounts.compactMap { $0.value?.discount(in: currency) }.byCode,
      discount: Money(told.discount, currency), fees: fees, due: Money(told.due, currency),
      isEstimate: false, isExact: true)
  }

  fileprivate func agrees(with added: CartTotals) -> Bool {
    items == added.items && discount == added.discount && due == added.due
      && Set(discounts) == Set(added.discounts)
  }
}

extension CartItem {
  /// Creates an item from the parts that can be read; `linePrice` is its price if it has none.
  fileprivate init(_ told: CartDocument.Item?, linePrice: Money, _ parts: inout PartReader) {
    let configuration = parts.required(told?.configuration, or: ItemConfiguration(product: ""))
    self.init(
      configuration, city: parts.required(told?.city, or: 0),
      name: parts.required(told?.name, or: configuration.product),
      variantName: parts.optional(told?.variantName),
      details: parts.required(told?.details, or: []), image: parts.optional(told?.image),
      unitPrice: parts.required(told?.unitPrice, or: linePrice),
      revision: parts.required(told?.revision, or: ""))
  }
}

extension CartLine {
  /// Creates a line from the parts of a row that can be read; `raw` returns the row as it came.
  ///
  /// A line is damaged if a part cannot be read or is out of range, or if its amounts contradict each other.
  fileprivate init(
    _ row: CartDocument.Line?, asTold raw: () -> JSONValue, in currency: CurrencyCode
  ) {
    var parts = PartReader()
    func amount(_ part: Lossy<Amount>?, or other: Money) -> Money {
      parts.required(part?.map { Money($0, currency) }, or: other)
    }
    let kind = parts.required(row?.kind, or: Kind.chosen.rawValue)
    let number = row?.id?.name ?? ""
    let quantity = parts.required(
      row?.quantity?.map { CartLimits.known.contains($0) ? $0 : nil }, or: 0)
    let unit = amount(row?.unitPrice, or: .zero(currency))
    let estimate = LinePrice.estimate(unit, quantity)
    let discounts = parts.list(row?.discounts).compactMap { $0.discount(in: currency) }
    let price = LinePrice(
      unit: unit, total: amount(row?.total, or: estimate.total),
      discounts: discounts.filter { $0.amount.minorUnits > 0 },
      final: amount(row?.final, or: estimate.total))
    let item = CartItem(row?.item?.value, linePrice: unit, &parts)
    let isReadable = item.isReadable
    let problems = parts.list(row?.problems).map(\.ofLine)
    let isWhole =
      parts.unreadable.isEmpty && isReadable && price.discounts.count == discounts.count
      && price.discounts.reduce(price.final) { $0.plus($1.amount) } == price.total
    let told = isWhole ? nil : raw()
    let id =
      if kind != Kind.chosen.rawValue {
        "\(kind) \(number)"
      } else if row?.item?.value?.configuration?.value != nil {
        item.line.rawValue
      } else {
        "unreadable \(told?["item"]?.sorted ?? number)"
      }
    self.init(
      id: ID(rawValue: id), kind: Kind(rawValue: kind),
      item: isReadable ? item : item.shortened, quantity: quantity, price: price,
      problems: problems + (isWhole ? [] : [.unreadable]), raw: told)
  }

  /// Merges the lines with the same id: a promotion may have split a line.
  ///
  /// Lines that the server added stay separate, and get different ids.
  fileprivate static func merged(_ lines: [CartLine]) -> [CartLine] {
    var merged: [CartLine] = []
    var places: [ID: Int] = [:]
    for var line in lines {
      guard let place = places[line.id] else {
        places[line.id] = merged.count
        merged.append(line)
        continue
      }
      if line.kind == .chosen {
        merged[place].add(line)
      } else {
        line.id = ID(rawValue: "\(line.id.rawValue) #\(merged.count)")
        merged.append(line)
      }
    }
    return merged
  }

  private mutating func add(_ other: CartLine) {
    quantity += other.quantity
    raw = raw ?? other.raw
    price = LinePrice(
      unit: price.unit.minorUnits < other.price.unit.minorUnits ? other.price.unit : price.unit,
      total: price.total.plus(other.price.total),
      discounts: (price.discounts + other.price.discounts).byCode,
      final: price.final.plus(other.price.final))
    problems += other.problems.filter { !problems.contains($0) }
  }
}

extension CartDocument.Discount {
  /// The discount of an amount other than zero.
  fileprivate func discount(in currency: CurrencyCode) -> CartDiscount? {
    amount.rawValue == 0 ? nil : CartDiscount(code: code, amount: Money(amount, currency))
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
  /// Returns the promo code with its effect, in the currency of the cart.
  func promo(in currency: CurrencyCode) -> CartPromo {
    func money(_ amount: Int64?) -> Money { Money(amount.flatMap(Amount.init), currency) }
    guard status != "applied" else { return CartPromo(code: code, state: .applied(money(amount))) }
    let problem: PromoProblem =
      switch status {
      case "unknown": .unknown
      case "expired": .expired
      case "belowMinimum": .belowMinimum(missing: money(missing))
      case "notForTheseItems": .notForTheseItems
      case "used": .used
      case "notCombinable": .notCombinable
      default: .other(status)
      }
    return CartPromo(code: code, state: .notApplied(problem, text: text ?? status))
  }
}
