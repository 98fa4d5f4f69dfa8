@_spi(SettledCity) import Networking

/// A city with everything that an app needs to work in it.
///
/// This is the type that opens the app. It comes whole from the server or from what was kept, and
/// from nowhere else: there is no way to make one from a ``CitySummary``, and decoding refuses one
/// in which anything is missing. Its fields are never optional unless `nil` itself says something
/// about the city.
public struct City: Sendable, Hashable, Codable, Identifiable {
  /// Identifies a city for ever, also after it has left the list.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable {
    /// The number by which the server knows the city.
    public let rawValue: Int

    /// Wraps the server's number.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// The identity under which the city was chosen.
  public let id: ID
  /// Grows with every change of the city on the server.
  public let revision: Int
  /// The language of all texts here, which may be a fallback for the one asked for.
  public let language: Language
  /// The languages that the app offers in this city, the default first; never empty.
  public let languages: [Language]
  /// The city's name.
  public let name: String
  /// The country, whose code headers and address forms depend on.
  public let country: Country
  /// The centre of the city.
  public let coordinates: Coordinates
  /// The IANA time zone in which opening times are meant, such as `Asia/Almaty`.
  public let timeZone: String
  /// What differs from country to country.
  public let rules: CountryRules
  /// The ways to get an order; never empty.
  public let fulfilments: [Fulfilment]
  /// The ways to pay; never empty.
  public let payments: [PaymentKind]
}

extension City {
  /// Decodes a city and refuses one that an app could not work in.
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

    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws {
      guard holds else {
        throw DecodingError.dataCorruptedError(forKey: key, in: values, debugDescription: rule)
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
  /// What requests in this city are made with; there is one for every city that was decoded.
  var context: RequestContext? {
    RequestContext(country: country.code, city: id.rawValue, language: language.rawValue)
  }
}
