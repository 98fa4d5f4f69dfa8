public import Commerce

extension Money {
  /// The amount in English; see ``text(in:)``.
  public var text: String { text(in: "en") }

  /// Returns the amount as people in the currency's country write it in a language, without the decimal
  /// places of a whole amount.
  ///
  /// The code of a currency begins with the code of its country, such as `KZ` in `KZT`.
  public func text(in language: String) -> String {
    let digits = currency.rawValue == "VND" ? 0 : 2
    let format = Currency(
      code: currency, wireExponent: digits, displayDigits: digits, cashIncrement: 1
    ).map {
      MoneyFormat(
        $0, language: language, region: String(currency.rawValue.prefix(2)),
        hidesZeroFraction: true)
    }
    return format?.string(self) ?? "\(minorUnits) \(currency)"
  }
}
