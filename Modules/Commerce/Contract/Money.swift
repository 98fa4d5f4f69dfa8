/// An amount of money in the minor units of a currency, such as kopecks or whole yen.
///
/// The number of minor units is always whole. An operation rounds nothing, and throws ``MoneyError`` if the
/// currencies differ or the result exceeds 64 bits.
///
/// ```swift
/// let pizza = Money(44_900, rubles.code)
/// let twoPizzas = try pizza.multiplied(by: 2)
/// let total = try twoPizzas.subtracting(discount).adding(fee)
/// ```
public struct Money: Sendable, Hashable, Codable {
  /// The number of minor units, which may be negative.
  public let minorUnits: Int64
  /// The code of the currency in whose minor units the amount is counted.
  public let currency: CurrencyCode

  /// Creates an amount from a number of minor units, which may be negative.
  public init(_ minorUnits: Int64, _ currency: CurrencyCode) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Returns the amount of 0 minor units, for example to begin a sum.
  public static func zero(_ currency: CurrencyCode) -> Money { Money(0, currency) }

  /// Returns the sum of this amount and another.
  ///
  /// - Throws: ``MoneyError`` if the currencies differ or the sum exceeds 64 bits.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    try matched(other)
    return try checked(minorUnits.addingReportingOverflow(other.minorUnits))
  }

  /// Returns this amount minus another.
  ///
  /// - Throws: ``MoneyError`` if the currencies differ or the difference exceeds 64 bits.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    try matched(other)
    return try checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
  }

  /// Returns this amount multiplied by a count.
  ///
  /// - Throws: ``MoneyError/overflow`` if the product exceeds 64 bits.
  public func multiplied(by count: Int) throws(MoneyError) -> Money {
    try checked(minorUnits.multipliedReportingOverflow(by: Int64(count)))
  }

  private func matched(_ other: Money) throws(MoneyError) {
    guard currency == other.currency else { throw .mixedCurrencies(currency, other.currency) }
  }

  private func checked(
    _ result: (partialValue: Int64, overflow: Bool)
  ) throws(MoneyError) -> Money {
    guard !result.overflow else { throw .overflow }
    return Money(result.partialValue, currency)
  }
}

extension Money {
  /// Returns the sum of amounts of one currency; zero if there are none.
  ///
  /// ```swift
  /// let total = try Money.sum(lineTotals, in: rubles.code)
  /// ```
  ///
  /// - Throws: ``MoneyError`` if an amount has another currency or a sum exceeds 64 bits.
  public static func sum(
    _ amounts: some Sequence<Money>, in currency: CurrencyCode
  ) throws(MoneyError) -> Money {
    var sum = Money.zero(currency)
    for amount in amounts { sum = try sum.adding(amount) }
    return sum
  }
}

/// The reason why an amount cannot be computed.
public enum MoneyError: Error, Sendable, Hashable {
  /// The result exceeds 64 bits of minor units.
  case overflow
  /// The operation combines amounts of two currencies.
  case mixedCurrencies(CurrencyCode, CurrencyCode)
}
