/// An amount as it is taken in cash.
public struct CashAmount: Sendable, Hashable {
  /// What is taken: a multiple of the currency's ``Currency/cashIncrement``.
  public let due: Money
  /// What was added or, below zero, left out; a line of its own on the bill.
  public let adjustment: Money
}

extension Money {
  /// This amount as it is taken in cash: only what is due in the end is rounded, a half away from zero.
  ///
  /// - Throws: ``MoneyError``, when the currency is another one or the amount does not fit.
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
