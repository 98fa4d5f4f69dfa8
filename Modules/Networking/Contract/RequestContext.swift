/// The city of a request, sent as `Country-Code`, `City-Id` and `Accept-Language`.
///
/// A context proves that there is a current city. It comes only from `CityState.context`, which is
/// `nil` until a city is current, so a feature cannot send a request with the wrong country or none
/// while the city is still being migrated. The initializer requires `@_spi(SettledCity)`, which
/// only the Cities module and test doubles may import.
public struct RequestContext: Sendable, Hashable {
  /// The ISO 3166-1 alpha-2 code of the city's country, such as `KZ`.
  public let country: String

  /// The city.
  public let city: CityID

  /// The BCP 47 code of the language of the city's texts, such as `kk`.
  public let language: String

  /// The IANA time zone of the city, such as `Asia/Almaty`, which is not sent; `nil` if unknown.
  public let timeZone: String?

  /// Creates the context of a current city; returns `nil` if a code cannot be sent as a header.
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
