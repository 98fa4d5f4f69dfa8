import Commerce
import Networking
import Sync

extension CartDocument {
  /// Converts the response to a cart, which shows as much of it as can be read.
  ///
  /// Unknown kinds and codes are preserved. If the sums contradict the lines, the cart has the problem
  /// ``CartProblem/sumsDiffer``.
  ///
  /// - Throws: `UnusableBody` if the version or the currency is unknown.
  func cart() throws(UnusableBody) -> ServerCart {
    guard version > 0 else { throw UnusableBody(reason: "version \(version)") }
    guard let currency = readableCurrency else { throw UnusableBody(reason: "no currency") }
    var unreadable = unreadable
    let lines = CartLine.merged(lines.map { CartLine($0, in: currency) })
    for line in lines where line.problems.contains(.unreadable) {
      unreadable.append(line.item.name)
    }
    let fees = fees.compactMap { fee -> Fee? in
      if let amount = Money(wire: fee.amount, currency) {
        return Fee(fee.kind, amount)
      }
      unreadable.append(fee.kind)
      return nil
    }
    var problems = problems.map { CartProblem.other(code: $0.code, text: $0.text ?? $0.code) }
    let added = CartTotals(lines, fees: fees, in: currency, isEstimate: false, isExact: true)
    // If a line or a fee cannot be read, only the server knows the sums.
    let told = totals.flatMap { CartTotals($0, fees: fees, in: currency) }
    var totals = unreadable.isEmpty ? added : told ?? added
    if told == nil || unreadable.isEmpty && !agrees(with: added) {
      problems.append(.sumsDiffer)
      totals = added.with(isEstimate: true, isExact: false)
    }
    return ServerCart(
      id: id, version: version, currency: currency, fulfillment: fulfillment, lines: lines,
      promos: promos, totals: totals,
      minimum: Money(wire: minimum, currency) ?? .zero(currency),
      problems: problems + unreadable.map { .unreadable(String($0.prefix(100))) })
  }

  /// The currency of the cart, or else that of its first readable item.
  private var readableCurrency: CurrencyCode? {
    currency.flatMap { CurrencyCode(rawValue: $0) }
      ?? lines.lazy.compactMap(\.row).first?.item.unitPrice.currency
  }

  private func agrees(with sums: CartTotals) -> Bool {
    guard let totals else { return false }
    let parts = totals.discounts.filter { $0.amount != 0 }
    let told = Dictionary(parts.map { ($0.code, $0.amount) }, uniquingKeysWith: &+)
    let added = Dictionary(
      sums.discounts.map { ($0.code, $0.amount.minorUnits) }, uniquingKeysWith: &+)
    return totals.items == sums.items.minorUnits && totals.discount == sums.discount.minorUnits
      && totals.due == sums.due.minorUnits && told == added
  }
}

extension Money {
  /// Creates an amount of a response; returns `nil` if it is out of the range of all sums.
  init?(wire amount: Int64?, _ currency: CurrencyCode) {
    guard let amount, amount.magnitude <= CartItem.prices.upperBound.magnitude else { return nil }
    self.init(amount, currency)
  }
}

extension CartTotals {
  fileprivate init?(_ told: CartDocument.Totals, fees: [Fee], in currency: CurrencyCode) {
    guard let items = Money(wire: told.items, currency), let due = Money(wire: told.due, currency),
      let discount = Money(wire: told.discount, currency)
    else { return nil }
    self.init(
      items: items,
      discounts: told.discounts.compactMap { part in
        Money(wire: part.amount, currency).map { CartDiscount(code: part.code, amount: $0) }
      }, discount: discount, fees: fees, due: due, isEstimate: false, isExact: true)
  }
}

extension CartItem {
  /// Creates an item from the parts of `json` that can be read; `linePrice` is its price if it has none.
  fileprivate init(
    partsOf json: JSONValue?, _ configuration: ItemConfiguration?, linePrice: JSONValue?,
    in currency: CurrencyCode
  ) {
    let name = json?["name"]?.string ?? json?["configuration"]?["product"]?.string ?? ""
    let price: Int64? = json?["unitPrice"]?["minorUnits"]?.decoded()
    self.init(
      configuration ?? ItemConfiguration(product: ""),
      city: CityID(rawValue: json?["city"]?.decoded() ?? 0), name: name,
      variantName: json?["variantName"]?.string, details: json?["details"]?.decoded() ?? [],
      image: json?["image"]?.string,
      unitPrice: Money(wire: price ?? linePrice?.decoded(), currency) ?? .zero(currency),
      revision: json?["revision"]?.string ?? "")
  }
}

extension CartLine {
  /// Creates a line from a row of a response, as far as the row can be read.
  fileprivate init(_ element: Rows<CartDocument.Line>.Element, in currency: CurrencyCode) {
    switch element {
    case .row(let row):
      self.init(
        row.item, kind: row.kind, id: row.id, quantity: row.quantity,
        amounts: (row.unitPrice, row.total, row.final), row.discounts, row.problems,
        raw: { JSONValue(row) }, in: currency)
    case .unreadable(let raw):
      let item = raw["item"]
      let readable: CartItem? = item?.decoded()
      let configuration: ItemConfiguration? = item?["configuration"]?.decoded()
      let discounts: [Rows<CartDocument.Discount>.Element]? = raw["discounts"]?.decoded()
      self.init(
        readable
          ?? CartItem(partsOf: item, configuration, linePrice: raw["unitPrice"], in: currency),
        kind: raw["kind"]?.string ?? "chosen", id: raw["id"]?.string ?? "",
        quantity: raw["quantity"]?.decoded(),
        amounts: (raw["unitPrice"]?.decoded(), raw["total"]?.decoded(), raw["final"]?.decoded()),
        discounts?.compactMap(\.row) ?? [],
        raw["problems"]?.decoded() ?? [], raw: { raw }, isConfigured: configuration != nil,
        isDamaged: true, in: currency)
    }
  }

  /// Creates a line of the parts that could be read; `raw` returns all of it as the server sent it.
  ///
  /// `isConfigured` is whether the configuration could be read, from which the id of the line follows. A line
  /// is damaged if `isDamaged` says so, a value is out of range, or the amounts contradict each other.
  private init(
    _ item: CartItem, kind name: String, id number: String, quantity: Int?,
    amounts: (unit: Int64?, total: Int64?, final: Int64?), _ discounts: [CartDocument.Discount],
    _ problems: [CartDocument.Problem], raw: () -> JSONValue, isConfigured: Bool = true,
    isDamaged: Bool = false, in currency: CurrencyCode
  ) {
    var isDamaged = isDamaged
    // Returns the value; without one, the line is damaged, and shows the other.
    func readable<Value>(_ value: Value?, or other: @autoclosure () -> Value) -> Value {
      if let value { return value }
      isDamaged = true
      return other()
    }
    let item = item.isReadable ? item : readable(nil, or: item.shortened)
    let units = readable(quantity.flatMap { CartLimits.known.contains($0) ? $0 : nil }, or: 0)
    let unit = readable(Money(wire: amounts.unit, currency), or: .zero(currency))
    let estimate = LinePrice.estimate(unit, units)
    let parts = discounts.filter { $0.amount != 0 }.compactMap { part -> CartDiscount? in
      let amount = part.amount > 0 ? Money(wire: part.amount, currency) : nil
      if amount == nil { isDamaged = true }
      return amount.map { CartDiscount(code: part.code, amount: $0) }
    }
    let price = LinePrice(
      unit: unit, total: readable(Money(wire: amounts.total, currency), or: estimate.total),
      discounts: parts,
      final: readable(Money(wire: amounts.final, currency), or: estimate.total), isEstimate: false)
    if price.total.minorUnits - parts.reduce(0, { $0 + $1.amount.minorUnits })
      != price.final.minorUnits
    {
      isDamaged = true
    }
    let kind = Kind(rawValue: name)
    let raw = isDamaged ? raw() : nil
    let id =
      if kind != .chosen {
        ID(rawValue: "\(name) \(number)")
      } else if isConfigured {
        item.line
      } else {
        ID(rawValue: "unreadable \(raw?["item"]?.sorted ?? number)")
      }
    self.init(
      id: id, kind: kind, item: item, quantity: units, price: price,
      problems: problems.map(\.ofLine) + (isDamaged ? [.unreadable] : []), status: .confirmed,
      raw: raw)
  }

  /// Merges the lines with the same id: a promotion may have split a line.
  ///
  /// Lines that the server added stay separate, and get different ids.
  fileprivate static func merged(_ lines: [CartLine]) -> [CartLine] {
    var merged: [CartLine] = []
    var places: [ID: Int] = [:]
    for line in lines {
      guard let place = places[line.id] else {
        places[line.id] = merged.count
        merged.append(line)
        continue
      }
      if line.kind == .chosen, line.quantity > 0, merged[place].quantity > 0 {
        merged[place].add(line)
      } else {
        let id = ID(rawValue: "\(line.id.rawValue) #\(merged.count)")
        merged.append(line.with(id))
      }
    }
    return merged
  }

  private mutating func add(_ other: CartLine) {
    quantity += other.quantity
    raw = raw ?? other.raw
    raw?["quantity"] = .integer(Int64(quantity))
    var discounts = price.discounts
    for part in other.price.discounts {
      if let place = discounts.firstIndex(where: { $0.code == part.code }) {
        discounts[place] = CartDiscount(
          code: part.code, amount: discounts[place].amount.plus(part.amount))
      } else {
        discounts.append(part)
      }
    }
    price = LinePrice(
      unit: price.unit.minorUnits < other.price.unit.minorUnits ? other.price.unit : price.unit,
      total: price.total.plus(other.price.total), discounts: discounts,
      final: price.final.plus(other.price.final), isEstimate: false)
    problems += other.problems.filter { !problems.contains($0) }
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
    guard status != "applied" else {
      return CartPromo(
        code: code, state: .applied(Money(wire: amount, currency) ?? .zero(currency)))
    }
    let problem: PromoProblem =
      switch status {
      case "unknown": .unknown
      case "expired": .expired
      case "belowMinimum":
        .belowMinimum(missing: Money(wire: missing, currency) ?? .zero(currency))
      case "notForTheseItems": .notForTheseItems
      case "used": .used
      case "notCombinable": .notCombinable
      default: .other(status)
      }
    return CartPromo(code: code, state: .notApplied(problem, text: text ?? status))
  }
}
