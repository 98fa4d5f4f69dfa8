import Commerce
import Foundation
import Testing

@Suite struct CashTests {
  @Test(
    arguments: [
      ("UZS", 100, 123_449, 123_400), ("UZS", 100, 123_450, 123_500), ("CHF", 5, 1_002, 1_000),
      ("CHF", 5, 1_003, 1_005), ("RUB", 1, 99, 99), ("RSD", 100, -150, -200), ("RSD", 100, 0, 0),
    ] as [(String, Int64, Int64, Int64)])
  func `The amount due is a multiple of the increment, and the adjustment is the difference`(
    code: String, increment: Int64, amount: Int64, due: Int64
  ) throws {
    let currency = try currency(code, increment)
    let cash = try Money(amount, currency.code).inCash(currency)

    #expect(cash.due.minorUnits == due)
    #expect(cash.adjustment.minorUnits == due - amount)
  }

  @Test func `Another currency and an overflow are errors`() throws {
    let sums = try currency("UZS", 100)
    let rubles = try currency("RUB", 1)
    #expect(throws: MoneyError.mixedCurrencies(rubles.code, sums.code)) {
      try Money(1, rubles.code).inCash(sums)
    }
    // The largest amount ends in 807.
    #expect(try Money(.max, sums.code).inCash(sums).adjustment == Money(-7, sums.code))
    #expect(throws: MoneyError.overflow) {
      try Money(.max, sums.code).inCash(currency("UZS", 1_000))
    }
  }

  @Test func `A currency with contradictory numbers is nil`() throws {
    let code = try #require(CurrencyCode(rawValue: "RUB"))
    for (exponent, digits, increment) in [(5, 0, 1), (-1, 0, 1), (2, 3, 1), (2, -1, 1), (2, 2, 0)] {
      #expect(
        Currency(
          code: code, wireExponent: exponent, displayDigits: digits,
          cashIncrement: Int64(increment)) == nil)
    }
  }

  @Test func `A currency has up to four decimal places, all of which may be shown`() throws {
    let code = try #require(CurrencyCode(rawValue: "CLF"))
    for exponent in 0...4 {
      for digits in 0...exponent {
        let currency = Currency(
          code: code, wireExponent: exponent, displayDigits: digits, cashIncrement: 1)
        #expect(currency?.wireExponent == exponent && currency?.displayDigits == digits)
      }
    }
  }

  @Test func `A currency is validated when it is decoded`() throws {
    let rubles = try currency("RUB", 5)
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Currency.self, from: JSONEncoder().encode(rubles)) == rubles)

    let contradictory = #"{"code":"RUB","wireExponent":2,"displayDigits":3,"cashIncrement":1}"#
    #expect(throws: DecodingError.self) {
      try decoder.decode(Currency.self, from: Data(contradictory.utf8))
    }
  }

  private func currency(_ code: String, _ increment: Int64) throws -> Currency {
    let code = try #require(CurrencyCode(rawValue: code))
    return try #require(
      Currency(
        code: code, wireExponent: 2, displayDigits: 0,
        cashIncrement: increment))
  }
}
