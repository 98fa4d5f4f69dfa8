import Commerce
import Foundation
import Testing

@Suite struct CurrencyTests {
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
        #expect(
          Currency(code: code, wireExponent: exponent, displayDigits: digits, cashIncrement: 1)
            != nil)
      }
    }
  }

  @Test func `A currency is validated when it is decoded`() throws {
    let code = try #require(CurrencyCode(rawValue: "RUB"))
    let rubles = Currency(code: code, wireExponent: 2, displayDigits: 0, cashIncrement: 5)
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Currency.self, from: JSONEncoder().encode(rubles)) == rubles)

    let contradictory = #"{"code":"RUB","wireExponent":2,"displayDigits":3,"cashIncrement":1}"#
    #expect(throws: DecodingError.self) {
      try decoder.decode(Currency.self, from: Data(contradictory.utf8))
    }
  }
}
