import Commerce
import Foundation
import MenuKit
@_spi(SettledCity) import Networking
import ShowcaseKit

/// The fixed city of the showcase.
///
/// The showcase does not use the module `Cities`, so the user cannot choose another city.
struct SandboxCity: Sendable {
  static let id: CityID = 1_526_384
  static let zone = TimeZone(identifier: "Asia/Almaty") ?? .gmt
  static let languages = ["en", "ru", "kk"]

  /// Returns the request context of the city in a language.
  ///
  /// - Throws: ``UnknownLanguage`` if the language is not a valid header value.
  static func context(in language: String) throws -> RequestContext {
    guard
      let context = RequestContext(
        country: "KZ", city: id, language: language, timeZone: zone.identifier)
    else { throw UnknownLanguage(language: language) }
    return context
  }

  /// Returns the language that the options name; English if they name none.
  static func language(_ options: ShowcaseOptions) throws(UsageError) -> String {
    try options.language(among: languages) ?? languages[0]
  }

  /// Returns the English name of a language.
  static func name(of language: String) -> String {
    Locale(identifier: "en").localizedString(forLanguageCode: language) ?? language
  }

  /// Formats a time in the city's time zone: `25 Nov, 07:00`.
  static func wall(_ time: Date) -> String { time.wall(in: zone) }
}

/// The error for a language that is not a valid header value.
struct UnknownLanguage: Error, CustomStringConvertible {
  let language: String
  var description: String { "\"\(language)\" is not a language code, such as en" }
}
