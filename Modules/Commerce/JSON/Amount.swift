/// An amount of a response in minor units, in the range of all sums.
package struct Amount: RawRepresentable, Decodable, Sendable {
  /// The accepted range of prices; these amounts can be multiplied and added without overflow.
  package static let prices: ClosedRange<Int64> = 0...1_000_000_000_000

  /// The number of minor units, which may be negative.
  package let rawValue: Int64

  /// Creates an amount; `nil` if it is beyond the range.
  package init?(rawValue: Int64) {
    guard rawValue.magnitude <= Self.prices.upperBound.magnitude else { return nil }
    self.rawValue = rawValue
  }
}

extension Money {
  /// Creates an amount of a response; one that is missing is zero.
  package init(_ amount: Amount?, _ currency: CurrencyCode) {
    self.init(amount?.rawValue ?? 0, currency)
  }
}

/// A fee in a response.
package struct Charge: Decodable, Sendable {
  private let kind: String
  private let amount: Amount

  package func fee(in currency: CurrencyCode) -> Fee { Fee(kind, Money(amount, currency)) }
}
