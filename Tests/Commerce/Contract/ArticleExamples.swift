import Commerce

// The code of the documentation's listings; `Tests/Checks/Documentation/examples` compares them.

private func price(in rubles: Currency) -> String {
  let pizza = Money(44_900, rubles.code)
  let text = MoneyFormat(rubles, language: "ru", region: "RU").string(pizza)
  return text
}

private func configuration() -> ItemConfiguration {
  let pizza = ItemConfiguration(
    product: "margherita", variant: "margherita-30",
    modifiers: [ItemConfiguration.Modifier("cheese", in: "extras", count: 2)], removed: ["basil"])
  return pizza
}

private func makeDinar() -> Currency? {
  guard let code = CurrencyCode(rawValue: "RSD") else { return nil }
  return Currency(code: code, wireExponent: 2, displayDigits: 0, cashIncrement: 100)
}

private func order(
  in rubles: Currency, _ discount: Money, _ fee: Money
) throws(MoneyError) -> Money {
  let pizza = Money(44_900, rubles.code)
  let twoPizzas = try pizza.multiplied(by: 2)
  let total = try twoPizzas.subtracting(discount).adding(fee)
  return total
}

private func add(_ lineTotals: [Money], in rubles: Currency) throws(MoneyError) -> Money {
  let total = try Money.sum(lineTotals, in: rubles.code)
  return total
}
