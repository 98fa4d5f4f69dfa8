/// The three letters of ISO 4217 that name a currency.
public struct CurrencyCode: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The letters, such as `KZT`.
  public let rawValue: String

  /// Makes a code of three capital letters; `nil` from anything else.
  public init?(rawValue: String) {
    guard rawValue.utf8.count == 3,
      rawValue.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    self.rawValue = rawValue
  }

  /// The letters.
  public var description: String { rawValue }
}

/// How a city counts, shows and takes money: three numbers, because they often differ.
///
/// Serbia counts dinars in hundredths, shows none and takes none: 2, 0 and 100. They come with the
/// city. What the platform knows about a currency may be out of date.
public struct Currency: Sendable, Hashable {
  /// Its name.
  public let code: CurrencyCode
  /// How many decimal digits a minor unit is below the major one, 0 to 4.
  public let wireExponent: Int
  /// How many decimal digits a person is shown, at most as many as there are.
  public let displayDigits: Int
  /// The smallest amount that is taken in cash, in minor units.
  public let cashIncrement: Int64

  /// Makes a currency; `nil` when the numbers contradict each other.
  ///
  /// - Parameters:
  ///   - code: Its name.
  ///   - wireExponent: How many decimal digits a minor unit is below the major one, 0 to 4.
  ///   - displayDigits: How many decimal digits a person is shown, at most as many as there are.
  ///   - cashIncrement: The smallest amount that is taken in cash, in minor units, above 0.
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
