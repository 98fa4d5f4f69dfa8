import Pricing

// The code of the documentation's listings; `Tests/Checks/Documentation/examples` compares them.

func prices(
  in rubles: Currency, _ orderDiscount: Money, over lineTotals: [Money]
) throws(MoneyError) -> (discount: Money, lines: [Money], text: String) {
  let pizza = Money(44_900, rubles.code)
  let discount = try pizza.portion(15, of: 100, rounding: .halfAwayFromZero)
  let lines = try orderDiscount.allocated(by: lineTotals.map(\.minorUnits))
  let text = MoneyFormat(rubles, language: "ru", region: "RU").string(pizza)
  return (discount, lines, text)
}
