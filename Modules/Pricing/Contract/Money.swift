/// An amount in the minor units of a currency: kopecks, tiyin, whole yen.
///
/// Nothing here is ever a fraction of a minor unit, and nothing is rounded unless a ``Rounding`` is
/// named. Amounts of different currencies are never mixed, and an amount that does not fit is an
/// error, not a crash.
public struct Money: Sendable, Hashable, Codable {
  /// How many minor units.
  public let minorUnits: Int64
  /// Of what.
  public let currency: CurrencyCode

  /// Makes an amount.
  public init(_ minorUnits: Int64, _ currency: CurrencyCode) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// No money.
  public static func zero(_ currency: CurrencyCode) -> Money { Money(0, currency) }

  /// This and another amount together.
  public func adding(_ other: Money) throws(MoneyError) -> Money {
    try matched(other)
    return try checked(minorUnits.addingReportingOverflow(other.minorUnits))
  }

  /// What is left of this amount without another.
  public func subtracting(_ other: Money) throws(MoneyError) -> Money {
    try matched(other)
    return try checked(minorUnits.subtractingReportingOverflow(other.minorUnits))
  }

  /// So many times this amount.
  public func multiplied(by count: Int) throws(MoneyError) -> Money {
    try checked(minorUnits.multipliedReportingOverflow(by: Int64(count)))
  }

  /// A part of this amount: `portion(15, of: 100, …)` is 15 percent.
  ///
  /// - Parameters:
  ///   - part: How many of the parts.
  ///   - whole: How many parts there are, above 0.
  ///   - rounding: What becomes of a fraction of a minor unit.
  /// - Returns: The part.
  /// - Throws: ``MoneyError``.
  public func portion(
    _ part: Int64, of whole: Int64, rounding: Rounding
  ) throws(MoneyError) -> Money {
    guard whole > 0 else { throw .noWeights }
    let exact = Int128(minorUnits) * Int128(part)
    return try fitting(rounding.quotient(exact, Int128(whole)))
  }

  /// Splits this amount so that the parts are as near to the weights as can be, and their sum is
  /// exactly this amount.
  ///
  /// The minor units that are left over go to the parts that lost most by rounding down (the method of
  /// largest remainders), the earlier of two alike.
  ///
  /// - Parameter weights: At least one, none below 0, not all 0.
  /// - Returns: One part for each weight.
  /// - Throws: ``MoneyError/noWeights``.
  public func allocated(by weights: [Int64]) throws(MoneyError) -> [Money] {
    try shares(weights).map { Money($0, currency) }
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

  private func fitting(_ value: Int128) throws(MoneyError) -> Money {
    guard let minorUnits = Int64(exactly: value) else { throw .overflow }
    return Money(minorUnits, currency)
  }
}

extension Money {
  /// The sum of amounts of one currency; nothing is zero.
  public static func sum(
    _ amounts: some Sequence<Money>, in currency: CurrencyCode
  ) throws(MoneyError) -> Money {
    var sum = Money.zero(currency)
    for amount in amounts { sum = try sum.adding(amount) }
    return sum
  }
}

/// Why there is no such amount.
public enum MoneyError: Error, Sendable, Hashable {
  /// It has more minor units than can be counted.
  case overflow
  /// Amounts of two currencies cannot be added.
  case mixedCurrencies(CurrencyCode, CurrencyCode)
  /// There is nothing to split by: no weights, only zeros, or one below zero.
  case noWeights
}

/// What becomes of a fraction of a minor unit.
public enum Rounding: Sendable, Hashable, CaseIterable {
  /// To the nearest, a half away from zero: what people expect of a discount.
  case halfAwayFromZero
  /// To the nearest, a half to the even one: errors of many sums cancel out.
  case halfEven
  /// Towards zero.
  case towardZero
  /// Away from zero.
  case awayFromZero
}
