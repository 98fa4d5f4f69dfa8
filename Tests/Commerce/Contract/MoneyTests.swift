import Commerce
import Foundation
import Testing

@Suite struct MoneyTests {
  private let rubles: CurrencyCode

  init() throws {
    rubles = try #require(CurrencyCode(rawValue: "RUB"))
  }

  @Test func `A sum, a difference and a multiple are exact`() throws {
    let price = Money(44_900, rubles)
    #expect(try price.adding(Money(101, rubles)) == Money(45_001, rubles))
    #expect(try price.subtracting(Money(44_901, rubles)) == Money(-1, rubles))
    #expect(try price.multiplied(by: 3) == Money(134_700, rubles))
    #expect(try Money.sum([price, price], in: rubles) == Money(89_800, rubles))
    #expect(try Money.sum([], in: rubles) == .zero(rubles))
  }

  @Test func `Amounts of two currencies are an error`() throws {
    let tenge = try #require(CurrencyCode(rawValue: "KZT"))
    let error = MoneyError.mixedCurrencies(rubles, tenge)
    #expect(throws: error) { try Money(1, rubles).adding(Money(1, tenge)) }
    #expect(throws: error) { try Money(1, rubles).subtracting(Money(1, tenge)) }
    #expect(throws: error) { try Money.sum([Money(1, tenge)], in: rubles) }
  }

  @Test func `An amount beyond 64 bits is an error`() {
    let most = Money(.max, rubles)
    let least = Money(.min, rubles)
    #expect(throws: MoneyError.overflow) { try most.adding(Money(1, rubles)) }
    #expect(throws: MoneyError.overflow) { try least.subtracting(Money(1, rubles)) }
    #expect(throws: MoneyError.overflow) { try most.multiplied(by: 2) }
    #expect(throws: MoneyError.overflow) { try least.multiplied(by: -1) }
  }

  @Test func `A code has three capital letters, also in decoding`() throws {
    for text in ["", "RU", "RUBL", "rub", "RÜB", "R B", "RU\n"] {
      #expect(CurrencyCode(rawValue: text) == nil)
    }
    let decoder = JSONDecoder()
    let json = Data(#"{"minorUnits":5,"currency":"RUB"}"#.utf8)
    #expect(try decoder.decode(Money.self, from: json) == Money(5, rubles))
    #expect(throws: DecodingError.self) {
      try decoder.decode(Money.self, from: Data(#"{"minorUnits":5,"currency":"rub"}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(Money.self, from: Data(#"{"minorUnits":5.5,"currency":"RUB"}"#.utf8))
    }
  }
}
