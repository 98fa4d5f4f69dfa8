/// An amount rounded for payment in cash.
public struct CashAmount: Sendable, Hashable {
  /// The amount to pay: a multiple of the currency's ``Currency/cashIncrement``.
  public let due: Money
  /// The rounding difference, a separate line on a bill; negative if less than the amount is paid.
  public let adjustment: Money
}

extension Money {
  /// Returns this amount rounded to the currency's cash increment, a half away from zero.
  ///
  /// Round only the final total of an order, not its lines.
  ///
  /// - Throws: ``MoneyError`` if `currency` is not this amount's currency or the result exceeds 64
  ///   bits.
  public func inCash(_ currency: Currency) throws(MoneyError) -> CashAmount {
    guard currency.code == self.currency else {
      throw .mixedCurrencies(self.currency, currency.code)
    }
    let steps = Rounding.halfAwayFromZero.quotient(
      Int128(minorUnits), Int128(currency.cashIncrement))
    guard let due = Int64(exactly: steps * Int128(currency.cashIncrement)) else { throw .overflow }
    let rounded = Money(due, self.currency)
    return CashAmount(due: rounded, adjustment: try rounded.subtracting(self))
  }
}
