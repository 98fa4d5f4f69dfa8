@_spi(SettledCity) import Networking

/// A city with all details that an app requires to operate in it.
///
/// A city is decoded complete, from the server's response or from the stored file. It cannot be
/// created from a ``CitySummary``. Decoding throws if a required part is missing or invalid. A
/// property is optional only if `nil` is a statement about the city.
public struct City: Sendable, Hashable, Codable, Identifiable {
  /// The permanent identifier of a city, valid even after the city has left the list.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's number for the city.
    public let rawValue: Int

    /// Creates an identifier from the server's number.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// The identifier with which the city was chosen.
  public let id: ID
  /// The revision of the city on the server; it increases with every change.
  public let revision: Int
  /// The language of all texts of the city, which may be a fallback for the requested one.
  public let language: Language
  /// The languages that the app offers in this city, the default first; never empty.
  public let languages: [Language]
  /// The city's name.
  public let name: String
  /// The country, whose code is sent in headers and determines the form of addresses.
  public let country: Country
  /// The center of the city.
  public let coordinates: Coordinates
  /// The IANA time zone of opening times, such as `Asia/Almaty`.
  public let timeZone: String
  /// The rules of the city's country.
  public let rules: CountryRules
  /// The fulfillment methods; never empty.
  public let fulfilments: [Fulfilment]
  /// The payment methods; never empty.
  public let payments: [PaymentKind]
}

extension City {
  /// Decodes and validates a city.
  ///
  /// - Throws: `DecodingError` if a part is missing or breaks a rule.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(ID.self, forKey: .id)
    revision = try values.decode(Int.self, forKey: .revision)
    language = try values.decode(Language.self, forKey: .language)
    languages = try values.decode([Language].self, forKey: .languages)
    name = try values.decode(String.self, forKey: .name)
    country = try values.decode(Country.self, forKey: .country)
    coordinates = try values.decode(Coordinates.self, forKey: .coordinates)
    timeZone = try values.decode(String.self, forKey: .timeZone)
    rules = try values.decode(CountryRules.self, forKey: .rules)
    fulfilments = try values.decode([Fulfilment].self, forKey: .fulfilments)
    payments = try values.decode([PaymentKind].self, forKey: .payments)
    try validate(at: values.codingPath)
  }

  /// Checks the rules that a type does not express, for a city from any source.
  func validate(at path: [any CodingKey] = []) throws(DecodingError) {
    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws(DecodingError) {
      guard holds else {
        throw .dataCorrupted(.init(codingPath: path + [key], debugDescription: rule))
      }
    }
    try require(PlaceName.isValid(name), .name, PlaceName.rule)
    try require(PlaceName.isValid(country.name), .country, PlaceName.rule)
    try require(context != nil, .country, "a header can name the country and the language")
    try require(!languages.isEmpty, .languages, "a city offers at least one language")
    try require(TimeZoneName.isKnown(timeZone), .timeZone, "unknown time zone \(timeZone)")
    try require(!payments.isEmpty, .payments, "a city takes at least one payment")
    try require(!fulfilments.isEmpty, .fulfilments, "a city has at least one fulfilment")
    for fulfilment in fulfilments {
      let times = 0...24 * 60
      try require(
        times.contains(fulfilment.opens) && times.contains(fulfilment.closes), .fulfilments,
        "times are minutes of a day")
      try require(
        fulfilment.minimumOrder >= 0 && fulfilment.fee >= 0 && (fulfilment.freeFrom ?? 0) >= 0,
        .fulfilments, "amounts are not negative")
    }
  }
}

extension City {
  /// The context of requests in this city; never `nil` for a decoded city.
  var context: RequestContext? {
    RequestContext(
      country: country.code, city: id.rawValue, language: language.rawValue, timeZone: timeZone)
  }
}
