import Foundation

/// A format for amounts of money in a city.
///
/// The app's language determines the position of the currency symbol. The city's country determines the
/// separators of thousands and decimals.
///
/// In Kazakhstan an amount is `₸1 234,50` in English and `1 234,50 ₸` in Russian. The spaces are
/// no-break spaces (U+00A0), so that a price never breaks across lines. A test that compares formatted
/// texts must use the same spaces.
public struct MoneyFormat: Sendable, Hashable {
  let currency: Currency
  let locale: Locale
  let hidesZeroFraction: Bool

  /// Creates the format of a city.
  ///
  /// - Parameters:
  ///   - currency: The city's currency, which determines the number of decimal places.
  ///   - language: The app's language, such as `kk` or `sr-Latn`.
  ///   - region: The city's country, as an ISO 3166-1 alpha-2 code.
  ///   - hidesZeroFraction: Whether a whole amount is shown without decimal places.
  public init(
    _ currency: Currency, language: String, region: String, hidesZeroFraction: Bool = false
  ) {
    var components = Locale.Components(identifier: language)
    components.languageComponents.region = Locale.Region(region)
    self.currency = currency
    locale = Locale(components: components)
    self.hidesZeroFraction = hidesZeroFraction
  }

  /// Returns an amount with the symbol of its currency, such as `1 234,50 ₸`.
  ///
  /// An amount in the city's currency is rounded to the digits that are shown of it. A half is rounded away
  /// from zero. An amount in another currency is not rounded: ISO 4217 defines its number of decimal
  /// places. Every text has the separators of the city's country.
  ///
  /// ```swift
  /// let text = MoneyFormat(rubles, language: "ru", region: "RU").string(pizza)
  /// ```
  public func string(_ money: Money) -> String {
    let (exponent, digits) =
      if money.currency == currency.code {
        (currency.wireExponent, currency.displayDigits)
      } else {
        (money.currency.minorUnitExponent, money.currency.minorUnitExponent)
      }
    let shown = Int128(money.minorUnits).rounded(
      dividingBy: Self.powerOfTen(exponent - digits))
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
