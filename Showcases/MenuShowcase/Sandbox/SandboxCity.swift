import Foundation
@_spi(SettledCity) import Networking
import Pricing

/// The city that the showcase is in; an app would have it from its current city.
struct SandboxCity: Sendable {
  static let timeZone = "Asia/Almaty"
  static let languages = ["ru", "en", "kk"]

  /// The context in one of the languages; it stands in for a settled city's.
  static func context(in language: String) throws -> RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: language) else {
      throw UnknownLanguage(language: language)
    }
    return context
  }

  /// The offered language that is asked for, else the city's first.
  static func language(_ asked: String?) -> String {
    let code = asked.map { String($0.prefix { $0 != "-" }) }
    return code.flatMap { languages.contains($0) ? $0 : nil } ?? languages[0]
  }

  /// Prices as they are written there: in whole tenge.
  static func format(_ price: Money, in language: String) -> String {
    guard
      let currency = Currency(
        code: price.currency, wireExponent: 2, displayDigits: 0, cashIncrement: 100)
    else { return "\(price.minorUnits)" }
    return MoneyFormat(currency, language: language, region: "KZ").string(price)
  }

  /// A time on the city's wall: `25.11. 07:00`.
  static func wall(_ time: Date) -> String {
    let style = Date.VerbatimFormatStyle(
      format:
        "\(day: .twoDigits).\(month: .twoDigits). \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
      timeZone: TimeZone(identifier: timeZone) ?? .gmt, calendar: Calendar(identifier: .gregorian))
    return time.formatted(style)
  }
}

/// A language that no header can name.
struct UnknownLanguage: Error, CustomStringConvertible {
  let language: String
  var description: String { "\"\(language)\" is no language" }
}
