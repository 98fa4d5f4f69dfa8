/// A city's conventions for a currency: how money is counted, shown and paid in cash.
///
/// In Serbia, for example, amounts are counted in hundredths of a dinar (`wireExponent` 2), shown in
/// whole dinars (`displayDigits` 0), and paid in cash in whole dinars (``cashIncrement`` 100). The
/// numbers come from the city's data on the server, because the data of the operating system may be
/// outdated.
///
/// ```swift
/// guard let code = CurrencyCode(rawValue: "RSD") else { return nil }
/// return Currency(code: code, wireExponent: 2, displayDigits: 0, cashIncrement: 100)
/// ```
public struct Currency: Sendable, Hashable, Codable {
  /// The code, which an amount in this currency has as ``Money/currency``.
  public let code: CurrencyCode
  /// The number of decimal places that the minor unit represents, 0 to 4.
  ///
  /// For example, 2 means that a major unit is 100 minor units.
  let wireExponent: Int
  /// The number of decimal places shown to people, at most ``wireExponent``.
  let displayDigits: Int
  /// The smallest cash unit, in minor units; cash payments are multiples of it.
  public let cashIncrement: Int64

  /// Creates a currency; returns `nil` if a number is out of range.
  ///
  /// - Parameters:
  ///   - code: The code that amounts in the currency have.
  ///   - wireExponent: The number of decimal places that the minor unit represents, 0 to 4.
  ///   - displayDigits: The number of decimal places shown to people, at most `wireExponent`.
  ///   - cashIncrement: The smallest cash unit, in minor units, above 0.
  public init?(code: CurrencyCode, wireExponent: Int, displayDigits: Int, cashIncrement: Int64) {
    guard (0...4).contains(wireExponent), (0...wireExponent).contains(displayDigits),
      cashIncrement > 0
    else { return nil }
    self.code = code
    self.wireExponent = wireExponent
    self.displayDigits = displayDigits
    self.cashIncrement = cashIncrement
  }
}

extension Currency {
  /// Decodes and validates a currency.
  ///
  /// - Throws: `DecodingError` if a number is missing or out of range.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let currency = Currency(
      code: try values.decode(CurrencyCode.self, forKey: .code),
      wireExponent: try values.decode(Int.self, forKey: .wireExponent),
      displayDigits: try values.decode(Int.self, forKey: .displayDigits),
      cashIncrement: try values.decode(Int64.self, forKey: .cashIncrement))
    guard let currency else {
      throw DecodingError.broken(
        "a number of decimal places or the smallest cash unit is out of range",
        at: values.codingPath)
    }
    self = currency
  }
}
