public import Commerce

/// The country, city and language of a request, sent as `Country-Code`, `City-Id` and
/// `Accept-Language`.
///
/// A feature gets the context from `FeatureEnvironment.city` of the Sync module, which the Cities module
/// sets. The context is `nil` while there is no current city. So a feature cannot send a request with a
/// wrong country or without a country. Only the Cities module and test doubles may create a context: the
/// initializer requires `@_spi(SettledCity)`. The module Cart uses it to restore a context that it has
/// stored with a cart.
public struct RequestContext: Sendable, Hashable {
  /// The ISO 3166-1 alpha-2 code of the city's country, such as `KZ`.
  public let country: String

  /// The current city, whose id is sent as `City-Id`.
  public let city: CityID

  /// The BCP 47 code of the language of the city's texts, such as `kk`.
  public let language: String

  /// The IANA time zone of the city, such as `Asia/Almaty`; `nil` if it is unknown.
  ///
  /// The time zone is not sent to the server.
  public let timeZone: String?

  /// Creates the context of a current city; returns `nil` if `country` or `language` is malformed.
  ///
  /// `country` is an ISO 3166-1 alpha-2 code, `language` a BCP 47 code, and `timeZone` an IANA name.
  @_spi(SettledCity)
  public init?(country: String, city: CityID, language: String, timeZone: String? = nil) {
    guard country.utf8.count == 2,
      country.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
      (1...35).contains(language.utf8.count),
      language.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.country = country
    self.city = city
    self.language = language
    self.timeZone = timeZone
  }
}
