extension CartServerModel {
  /// Returns the cart as the server sends it, with current prices, discounts, fees and problems.
  func view(_ cart: StoredCart) -> CartView {
    let rules = rules(of: cart)
    var lines = cart.lines.map { priced($0, in: cart) }
    var promos: [CartView.Promo] = []
    var gifts: [CartView.Line] = []
    for code in cart.promos {
      let (promo, parts, gift) = apply(code, to: lines, after: promos)
      for (index, part) in parts.enumerated() where part > 0 {
        lines[index] = lines[index].taking(part, off: code)
      }
      promos.append(promo)
      if let gift { gifts.append(gift) }
    }
    let items = lines.reduce(0) { $0 + $1.total }
    let finals = lines.reduce(0) { $0 + $1.final }
    var fees: [CartView.Fee] = []
    if cart.fulfilment?.kind == "delivery", !lines.isEmpty, finals < rules.freeFrom ?? .max,
      rules.delivery > 0
    {
      fees.append(CartView.Fee(kind: "delivery", amount: rules.delivery))
    }
    let discounts = cart.promos.compactMap { code -> CartView.Discount? in
      let amount = lines.flatMap(\.discounts).filter { $0.code == code }.reduce(0) {
        $0 + $1.amount
      }
      return amount > 0 ? CartView.Discount(code: code, amount: amount) : nil
    }
    return CartView(
      id: cart.id, version: 1 + cart.changes + revision, city: cart.city,
      currency: currency(of: cart),
      fulfilment: cart.fulfilment, lines: lines + gifts, promos: promos, fees: fees,
      totals: CartView.Totals(
        items: items, discounts: discounts, discount: items - finals,
        due: finals + fees.reduce(0) { $0 + $1.amount }),
      minimum: rules.minimum, problems: [], now: now)
  }

  private func priced(_ line: StoredCart.Line, in cart: StoredCart) -> CartView.Line {
    let price = unitPrice(of: line.item.configuration, in: cart)
    var problems: [CartView.Problem] = []
    if price == nil || isSoldOut(line.item.configuration, in: cart) {
      problems.append(CartView.Problem(code: "soldOut", text: nil, limit: nil))
    } else if let stock = stock(of: line.item.configuration, in: cart), stock < line.quantity {
      problems.append(CartView.Problem(code: "limited", text: nil, limit: stock))
    }
    // A product that is no longer sold has the price at which it was added.
    let unit = price ?? line.item.unitPrice.minorUnits
    let total = unit * Int64(line.quantity)
    return CartView.Line(
      kind: "chosen", id: "", item: line.item, quantity: line.quantity, unitPrice: unit,
      total: total, discounts: [], final: total, problems: problems)
  }

  /// Computes the effect of a promo code.
  ///
  /// - Parameters:
  ///   - code: The promo code.
  ///   - lines: The lines, with the discounts of the codes entered earlier.
  ///   - others: The codes entered earlier, with their effects.
  /// - Returns: The code with its status; in `parts`, the discount of each line; in `gift`, the
  ///   line with the gift. If the code gives no discount, `parts` is empty. If it gives no gift,
  ///   `gift` is `nil`.
  private func apply(
    _ code: String, to lines: [CartView.Line], after others: [CartView.Promo]
  ) -> (CartView.Promo, parts: [Int64], gift: CartView.Line?) {
    func refused(_ status: String, _ text: String, missing: Int64? = nil)
      -> (CartView.Promo, [Int64], CartView.Line?)
    {
      let promo = CartView.Promo(
        code: code, status: status, text: text, amount: nil, missing: missing)
      return (promo, [], nil)
    }
    guard let rule = rules.promos[code] else {
      return refused("unknown", "this code does not exist")
    }
    if rule.isExpired { return refused("expired", "expired") }
    if rule.isUsed { return refused("used", "already used") }
    let applied = others.filter { $0.status == "applied" }
    let excludes =
      rule.isExclusive || applied.contains { rules.promos[$0.code]?.isExclusive == true }
    if !applied.isEmpty && excludes {
      return refused("notCombinable", "cannot be combined with \(applied[0].code)")
    }
    let sum = lines.reduce(0) { $0 + $1.total }
    if sum < rule.minimum {
      return refused("belowMinimum", "the order is too small", missing: rule.minimum - sum)
    }
    let left = lines.map(\.final)
    let parts: [Int64]
    switch rule.effect {
    case .percent(let percent, let product):
      parts = zip(lines, left).map { line, left in
        product == nil || product == line.item.configuration.product
          ? (left * percent + 50) / 100 : 0
      }
    case .amount(let amount):
      parts = Self.spread(min(amount, left.reduce(0, +)), over: left)
    case .gift(let item):
      guard !lines.isEmpty else { return refused("notForTheseItems", "add an item first") }
      let gift = CartView.Line(
        kind: "gift", id: code, item: item, quantity: 1, unitPrice: 0, total: 0, discounts: [],
        final: 0, problems: [])
      return (
        CartView.Promo(code: code, status: "applied", text: nil, amount: 0, missing: nil), [], gift
      )
    }
    let amount = parts.reduce(0, +)
    guard amount > 0 else { return refused("notForTheseItems", "applies to other products") }
    let promo = CartView.Promo(
      code: code, status: "applied", text: nil, amount: amount, missing: nil)
    return (promo, parts, nil)
  }

  /// Distributes a discount over the lines of a cart, in proportion to their prices.
  ///
  /// `amount` is the discount, and `weights` are the prices of the lines. The result contains the
  /// part of each line. Each part is rounded down. Each minor unit that remains is added to one of
  /// the parts with the largest remainders.
  static func spread(_ amount: Int64, over weights: [Int64]) -> [Int64] {
    let whole = weights.reduce(0, +)
    guard whole > 0 else { return weights.map { _ in 0 } }
    var parts = weights.map { amount * $0 / whole }
    let order = weights.indices.sorted { first, second in
      let (a, b) = (amount * weights[first] % whole, amount * weights[second] % whole)
      return a == b ? first < second : a > b
    }
    for index in order.prefix(Int(amount - parts.reduce(0, +))) { parts[index] += 1 }
    return parts
  }
}

extension CartView.Line {
  fileprivate func taking(_ amount: Int64, off code: String) -> CartView.Line {
    CartView.Line(
      kind: kind, id: id, item: item, quantity: quantity, unitPrice: unitPrice, total: total,
      discounts: discounts + [CartView.Discount(code: code, amount: amount)], final: final - amount,
      problems: problems)
  }
}
