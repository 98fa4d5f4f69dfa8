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
  /// An amount in another currency is written with that one's name and this one's digits.
  public func string(_ money: Money) -> String {
    let step = (0..<(currency.wireExponent - currency.displayDigits)).reduce(Int128(1)) { step, _ in
      10 * step
    }
    let shown = Rounding.halfAwayFromZero.quotient(Int128(money.minorUnits), step)
    let major = (0..<currency.displayDigits).reduce(Int128(1)) { major, _ in 10 * major }
    let isWhole = shown.isMultiple(of: major)
    let value = Decimal(
      sign: shown < 0 ? .minus : .plus, exponent: -currency.displayDigits,
      significand: Decimal(UInt64(shown.magnitude)))
    return value.formatted(
      .currency(code: money.currency.rawValue)
        .locale(locale).presentation(.narrow)
        .precision(.fractionLength(hidesZeroFraction && isWhole ? 0 : currency.displayDigits)))
  }
}
