import Commerce
@_spi(SettledCity) public import Networking

extension RequestContext {
  /// A city in a country with two languages, in the second of them.
  public static let almaty = sample(country: "KZ", city: 1_526_384, language: "kk")

  /// The city of ``almaty`` in the first language of its country.
  public static let russianAlmaty = sample(country: "KZ", city: 1_526_384, language: "ru")

  /// Another city, in another country.
  public static let belgrade = sample(country: "RS", city: 792_680, language: "sr-Latn")

  /// Tbilisi, in Georgian.
  public static let tbilisi = sample(country: "GE", city: 611_717, language: "ka")

  /// Astana, in Kazakh.
  public static let astana = sample(country: "KZ", city: 1_526_273, language: "kk")

  private static func sample(country: String, city: CityID, language: String) -> RequestContext {
    guard let context = RequestContext(country: country, city: city, language: language) else {
      preconditionFailure("\(country) \(language) cannot be sent")
    }
    return context
  }
}
