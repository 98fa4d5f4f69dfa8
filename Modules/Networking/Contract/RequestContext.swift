/// The city that a request is made in: what its headers `Country-Code`, `City-Id` and
/// `Accept-Language` say.
///
/// An app once sent requests while its city was still being migrated, with the header of no country
/// or the wrong one. Here a feature cannot do that: its requests are made with a context, a context
/// comes from `CityState.context` alone, and there is none before a city has settled. The
/// initialiser is hidden from every module that does not ask for it by name, which only the module
/// of the cities and the doubles of tests may do.
public struct RequestContext: Sendable, Hashable {
  /// The ISO 3166-1 alpha-2 code of the city's country, such as `KZ`.
  public let country: String

  /// The number by which the server knows the city.
  public let city: Int

  /// The language of the city's texts by its BCP 47 code, such as `kk`.
  public let language: String

  /// Names a settled city; `nil` when a code could not be sent as a header.
  @_spi(SettledCity)
  public init?(country: String, city: Int, language: String) {
    guard country.utf8.count == 2,
      country.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
      (1...35).contains(language.utf8.count),
      language.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") })
    else { return nil }
    self.country = country
    self.city = city
    self.language = language
  }
}
