import Foundation
import Pricing
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
    #expect(throws: MoneyError.overflow) { try most.portion(3, of: 2, rounding: .towardZero) }
  }

  @Test func `A portion of the largest amount does not overflow in between`() throws {
    #expect(try Money(.max, rubles).portion(.max, of: .max, rounding: .halfEven).minorUnits == .max)
    #expect(try Money(.min, rubles).portion(.max, of: .max, rounding: .halfEven).minorUnits == .min)
    #expect(
      try Money(.max, rubles).allocated(by: [.max, .max]).map(\.minorUnits).reduce(0, +) == .max)
  }

  @Test(arguments: [
    (Rounding.halfAwayFromZero, [2, 3, 3, 1, 1, 2]), (.halfEven, [2, 2, 3, 0, 1, 2]),
    (.towardZero, [2, 2, 2, 0, 0, 1]), (.awayFromZero, [3, 3, 3, 1, 1, 2]),
  ])
  func `A fraction is rounded by the given rule`(_ rounding: Rounding, _ expected: [Int64]) throws {
    // The quarters are 2.25, 2.5, 2.75, 0.5, 0.75 and 1.5.
    for (quarters, expected) in zip([9, 10, 11, 2, 3, 6] as [Int64], expected) {
      #expect(
        try Money(quarters, rubles).portion(1, of: 4, rounding: rounding).minorUnits == expected)
      #expect(
        try Money(-quarters, rubles).portion(1, of: 4, rounding: rounding).minorUnits == -expected)
    }
  }

  @Test func `A portion of one whole is a multiple`() throws {
    #expect(try Money(7, rubles).portion(3, of: 1, rounding: .halfEven) == Money(21, rubles))
  }

  @Test func `A denominator that is not above zero is an error`() {
    for whole in [0, -1] as [Int64] {
      #expect(throws: MoneyError.noWeights) {
        try Money(1, rubles).portion(1, of: whole, rounding: .halfEven)
      }
    }
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
