import Foundation

/// How amounts are written for a person: the language decides the pattern, the city's region the
/// separators.
///
/// A Kazakh city in English writes `₸1 234,50`, in Russian `1 234,50 ₸`. The spaces are no-break
/// spaces (U+00A0), so a price never breaks over two lines; compare with that in mind.
public struct MoneyFormat: Sendable, Hashable {
  let currency: Currency
  let locale: Locale
  let hidesZeroFraction: Bool

  /// Makes the format of a city.
  ///
  /// - Parameters:
  ///   - currency: The city's.
  ///   - language: The language of the app, such as `kk` or `sr-Latn`.
  ///   - region: The city's country, two letters.
  ///   - hidesZeroFraction: Whether a whole price has no digits after the separator.
  public init(
    _ currency: Currency, language: String, region: String, hidesZeroFraction: Bool = false
  ) {
    var components = Locale.Components(identifier: language)
    components.languageComponents.region = Locale.Region(region)
    self.currency = currency
    locale = Locale(components: components)
    self.hidesZeroFraction = hidesZeroFraction
  }

  /// Writes an amount; what is below the digits that are shown is rounded, a half away from zero.
  ///
  /// An amount in another currency than the city's has the name and the digits of its own, as
  /// ISO 4217 counts it; the separators stay those of the city's region.
  public func string(_ money: Money) -> String {
    let (exponent, digits) =
      if money.currency == currency.code {
        (currency.wireExponent, currency.displayDigits)
      } else {
        (money.currency.minorUnitExponent, money.currency.minorUnitExponent)
      }
    let shown = Rounding.halfAwayFromZero.quotient(
      Int128(money.minorUnits), Self.powerOfTen(exponent - digits))
    let isWhole = shown.isMultiple(of: Self.powerOfTen(digits))
    let value = Decimal(
      sign: shown < 0 ? .minus : .plus, exponent: -digits,
      significand: Decimal(UInt64(shown.magnitude)))
    return value.formatted(
      .currency(code: money.currency.rawValue)
        .locale(locale).presentation(.narrow)
        .precision(.fractionLength(hidesZeroFraction && isWhole ? 0 : digits)))
  }

  private static func powerOfTen(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in 10 * power }
  }
}
