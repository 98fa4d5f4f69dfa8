import Networking
import Pricing
import Storage

extension CityV1 {
  init(_ city: City) {
    let (currency, phone) = (city.rules.currency, city.rules.phone)
    self.init(
      id: city.id.rawValue, revision: city.revision, language: city.language.rawValue,
      languages: city.languages.map(\.rawValue), name: city.name,
      country: Place(code: city.country.code, name: city.country.name),
      coordinates: Point(
        latitude: city.coordinates.latitude, longitude: city.coordinates.longitude),
      timeZone: city.timeZone,
      currency: Currency(
        code: currency.code.rawValue, wireExponent: currency.wireExponent,
        displayDigits: currency.displayDigits, cashIncrement: currency.cashIncrement),
      phone: Phone(
        callingCode: phone.callingCode, mobileLengths: phone.mobileLengths,
        example: phone.example, support: phone.support),
      firstWeekday: city.rules.firstWeekday, isTaxIncluded: city.rules.isTaxIncluded,
      addressTemplate: city.rules.addressTemplate,
      fulfilments: city.fulfillments.map { way in
        Fulfilment(
          kind: way.method.rawValue, opens: way.opens, closes: way.closes,
          minimumOrder: way.minimumOrder, fee: way.fee, freeFrom: way.freeFrom)
      }, payments: city.payments.map(\.rawValue))
  }

  /// Converts this stored form to a ``City``, without habits, because release 1 stored none.
  ///
  /// - Throws: `DecodingError` if the city breaks a rule of this release.
  func current() throws(DecodingError) -> City {
    guard
      let coordinates = Coordinates(
        latitude: coordinates.latitude, longitude: coordinates.longitude)
    else {
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "no point on the Earth"))
    }
    guard let code = CurrencyCode(rawValue: currency.code),
      let currency = Pricing.Currency(
        code: code, wireExponent: currency.wireExponent, displayDigits: currency.displayDigits,
        cashIncrement: currency.cashIncrement)
    else {
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "no valid currency"))
    }
    let city = City(
      id: CityID(rawValue: id), revision: revision, language: Language(rawValue: language),
      languages: languages.map(Language.init(rawValue:)), name: name,
      country: Country(code: country.code, name: country.name),
      coordinates: coordinates, timeZone: timeZone,
      rules: CountryRules(
        currency: currency,
        phone: CountryRules.Phone(
          callingCode: phone.callingCode, mobileLengths: phone.mobileLengths,
          example: phone.example, support: phone.support),
        firstWeekday: firstWeekday,
        isTaxIncluded: isTaxIncluded, addressTemplate: addressTemplate, habits: []),
      fulfillments: fulfilments.map { way in
        City.Fulfillment(
          method: FulfillmentMethod(rawValue: way.kind), opens: way.opens, closes: way.closes,
          minimumOrder: way.minimumOrder, fee: way.fee, freeFrom: way.freeFrom)
      }, payments: payments.map(City.PaymentKind.init(rawValue:)))
    try city.rules.validate()
    try city.validate()
    return city
  }
}

/// The stored form of the current city.
struct KeptCity: Sendable, Codable, Equatable {
  let city: City
  /// The requested language; the city's texts may be in a fallback language.
  let language: Language
  /// The server's `ETag` of the city in this language; `nil` if it is unknown.
  let validator: ETag?

  static let schema = StoredSchema(KeptCityV1.self).step(
    "a country's rules are one value with its habits; the validator is kept beside the city",
    up: { KeptCity(city: try $0.city.current(), language: $0.language, validator: nil) },
    // The previous release stores no `ETag`, so a rollback to that release drops the `ETag`.
    down: KeptCityV1.init)
}
