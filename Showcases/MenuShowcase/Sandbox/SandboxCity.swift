import Foundation
@_spi(SettledCity) import Networking
import Pricing

/// The city of the showcase; an app reads it from its settled city.
struct SandboxCity: Sendable {
  static let id: CityID = 1_526_384
  static let timeZone = "Asia/Almaty"
  static let languages = ["ru", "en", "kk"]

  /// Returns the request context in a language, in place of a settled city's.
  ///
  /// - Throws: ``UnknownLanguage`` if the language is no valid header value.
  static func context(in language: String) throws -> RequestContext {
    guard
      let context = RequestContext(
        country: "KZ", city: id, language: language, timeZone: timeZone)
    else { throw UnknownLanguage(language: language) }
    return context
  }

  /// Returns the requested language if the city offers it, else the city's first.
  static func language(_ asked: String?) -> String {
    let code = asked.map { String($0.prefix { $0 != "-" }) }
    return code.flatMap { languages.contains($0) ? $0 : nil } ?? languages[0]
  }

  /// Formats a price in whole tenge, as is usual in the city.
  static func format(_ price: Money, in language: String) -> String {
    guard
      let currency = Currency(
        code: price.currency, wireExponent: 2, displayDigits: 0, cashIncrement: 100)
    else { return "\(price.minorUnits)" }
    return MoneyFormat(currency, language: language, region: "KZ").string(price)
  }

  /// Formats a time in the city's time zone: `25.11. 07:00`.
  static func wall(_ time: Date) -> String {
    let style = Date.VerbatimFormatStyle(
      format:
        "\(day: .twoDigits).\(month: .twoDigits). \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
      timeZone: TimeZone(identifier: timeZone) ?? .gmt, calendar: Calendar(identifier: .gregorian))
    return time.formatted(style)
  }
}

/// The error for a language that is no valid header value.
struct UnknownLanguage: Error, CustomStringConvertible {
  let language: String
  var description: String { "\"\(language)\" is no language" }
}
