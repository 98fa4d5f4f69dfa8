public import Commerce
import Foundation
@_spi(SettledCity) import Networking

/// A city with all details that an app requires to operate in it.
///
/// A city is decoded from the server's response or from the stored file. Decoding throws if a required
/// part is missing or invalid. So a city is always complete. A ``CitySummary`` cannot be converted to a
/// city, because it contains only the data for a row of a ``CityList``.
public struct City: Sendable, Hashable, Codable, Identifiable {
  /// The id to pass to ``CityCatalog/choose(_:)``, as in ``CitySummary/id``.
  public let id: CityID
  /// The revision of the city on the server; it increases with every change.
  public let revision: Int
  /// The language of the city's texts: the requested language or, if it is not available, a fallback.
  public let language: Language
  /// The languages that the app offers in this city, the default first; never empty.
  public let languages: [Language]
  /// The city's name in ``language``, 1 to 200 bytes without control characters.
  public let name: String
  /// The country of the city; requests in this city send the country's code as a header.
  public let country: Country
  /// The center of the city.
  public let coordinates: Coordinates
  /// The IANA time zone of the city, such as `Asia/Almaty`.
  public let timeZone: String
  /// The rules of the city's country, such as its currency.
  ///
  /// If the city has its own phone number for customer support, the rules contain it in place of the
  /// country's number.
  public let rules: CountryRules
  /// The ways to receive an order, each with its hours and prices, in the server's order; never empty.
  public let fulfillments: [Fulfillment]
  /// The payment methods to offer for an order, in the server's order; never empty.
  public let payments: [PaymentKind]

  private enum CodingKeys: String, CodingKey {
    case id, revision, language, languages, name, country, coordinates, timeZone, rules
    case fulfillments = "fulfilments"
    case payments
  }
}

extension City {
  /// Decodes and validates a city.
  ///
  /// - Throws: `DecodingError` if a part of the city is missing or invalid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(CityID.self, forKey: .id)
    revision = try values.decode(Int.self, forKey: .revision)
    language = try values.decode(Language.self, forKey: .language)
    languages = try values.decode([Language].self, forKey: .languages)
    name = try values.decode(String.self, forKey: .name)
    country = try values.decode(Country.self, forKey: .country)
    coordinates = try values.decode(Coordinates.self, forKey: .coordinates)
    timeZone = try values.decode(String.self, forKey: .timeZone)
    rules = try values.decode(CountryRules.self, forKey: .rules)
    fulfillments = try values.decode([Fulfillment].self, forKey: .fulfillments)
    payments = try values.decode([PaymentKind].self, forKey: .payments)
    try validate(at: values.codingPath)
  }

  /// Checks the rules that the types of the properties do not express, such as at least one payment
  /// method.
  ///
  /// `path` is the path of the city in the decoded data, for errors.
  func validate(at path: [any CodingKey] = []) throws(DecodingError) {
    func require(_ holds: Bool, _ key: CodingKeys, _ rule: String) throws(DecodingError) {
      if !holds { throw DecodingError.broken(rule, at: path + [key]) }
    }
    try require(PlaceName.isValid(name), .name, PlaceName.rule)
    try require(PlaceName.isValid(country.name), .country, PlaceName.rule)
    try require(context != nil, .country, "a header can name the country and the language")
    try require(!languages.isEmpty, .languages, "a city offers at least one language")
    try require(TimeZone(named: timeZone) != nil, .timeZone, "unknown time zone \(timeZone)")
    try require(!payments.isEmpty, .payments, "a city takes at least one payment")
    try require(!fulfillments.isEmpty, .fulfillments, "a city has at least one fulfilment")
    for fulfillment in fulfillments {
      let times = 0...24 * 60
      try require(
        times.contains(fulfillment.opens) && times.contains(fulfillment.closes), .fulfillments,
        "times are minutes of a day")
      try require(
        fulfillment.minimumOrder >= 0 && fulfillment.fee >= 0 && (fulfillment.freeFrom ?? 0) >= 0,
        .fulfillments, "amounts are not negative")
    }
  }
}

extension City {
  /// The country, the city, the language and the time zone for requests in this city.
  ///
  /// The context of a decoded city is never `nil`. Decoding throws if the country code or the language
  /// code is malformed.
  var context: RequestContext? {
    RequestContext(
      country: country.code, city: id, language: language.rawValue, timeZone: timeZone)
  }
}

extension City {
  /// A fulfillment method of a city, such as delivery, with its hours and its price.
  public struct Fulfillment: Sendable, Hashable, Codable {
    /// The method to which the hours and the amounts apply; this release may not know it.
    public let method: FulfillmentMethod
    /// The time of day from which orders are accepted, in minutes after local midnight, 0 to 1,440.
    public let opens: Int
    /// The time of day until which orders are accepted, in minutes after local midnight, 0 to 1,440.
    ///
    /// A time that is less than ``opens`` is on the next day.
    public let closes: Int
    /// The smallest order value, in minor units of ``CountryRules/currency``; 0 if there is no minimum.
    public let minimumOrder: Int64
    /// The price of the fulfillment, in minor units; 0 if it is free.
    public let fee: Int64
    /// The order value from which the fee is waived, in minor units; `nil` if it is never waived.
    public let freeFrom: Int64?

    private enum CodingKeys: String, CodingKey {
      case method = "kind"
      case opens, closes, minimumOrder, fee, freeFrom
    }
  }

  /// A payment method.
  ///
  /// A method that this release of the app does not know is decoded and stored with the server's name.
  public struct PaymentKind: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for the method, such as `cash`.
    public let rawValue: String
    /// Creates a payment method from the server's name for it, also from one that this release does not know.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In cash, on receipt.
    public static let cash = PaymentKind(rawValue: "cash")
    /// By card, in the app.
    public static let card = PaymentKind(rawValue: "card")
  }
}
