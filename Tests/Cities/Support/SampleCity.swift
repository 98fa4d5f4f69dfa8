public import Commerce

/// A real city with invented hours and prices, as data of a server.
public struct SampleCity: Sendable {
  /// Id of the city.
  public let id: CityID
  /// Names by language.
  public let names: [String: String]
  let country: SampleCountry
  let region: String
  let latitude: Double
  let longitude: Double
  let population: Int
  let timeZone: String

  /// A city in every bundled list.
  public static let moscow = SampleCity(
    id: CityID(rawValue: 524_901), names: ["en": "Moscow", "ru": "Москва", "kk": "Мәскеу"],
    country: .russia,
    region: "RU.48", latitude: 55.752, longitude: 37.6178, population: 10_381_222,
    timeZone: "Europe/Moscow")

  /// A city in every bundled list; its country has two languages.
  public static let almaty = SampleCity(
    id: CityID(rawValue: 1_526_384), names: ["en": "Almaty", "ru": "Алматы", "kk": "Алматы"],
    country: .kazakhstan, region: "KZ.02", latitude: 43.2525, longitude: 76.9115,
    population: 1_977_011, timeZone: "Asia/Almaty")

  /// A city in every bundled list, without a Kazakh name.
  public static let belgrade = SampleCity(
    id: CityID(rawValue: 792_680), names: ["en": "Belgrade", "ru": "Белград", "sr": "Београд"],
    country: .serbia,
    region: "RS.SE", latitude: 44.804, longitude: 20.4651, population: 1_273_651,
    timeZone: "Europe/Belgrade")

  /// A city that only the server has, because it is too small for the bundled list.
  public static let satpayev = SampleCity(
    id: CityID(rawValue: 1_520_692), names: ["en": "Satpayev", "ru": "Сатпаев", "kk": "Сәтбаев"],
    country: .kazakhstan, region: "KZ.12510145", latitude: 47.9041, longitude: 67.5411,
    population: 69_782, timeZone: "Asia/Almaty")

  /// All sample cities.
  public static let all: [SampleCity] = [moscow, almaty, belgrade, satpayev]
}

extension CityID {
  /// Id of ``SampleCity/moscow``.
  public static let moscow = SampleCity.moscow.id
  /// Id of ``SampleCity/almaty``.
  public static let almaty = SampleCity.almaty.id
  /// Id of ``SampleCity/belgrade``.
  public static let belgrade = SampleCity.belgrade.id
  /// Id of ``SampleCity/satpayev``.
  public static let satpayev = SampleCity.satpayev.id
  /// Id that the server does not know.
  public static let nowhere = CityID(rawValue: 1)
}

/// Country of the sample cities, with its rules.
struct SampleCountry: Sendable {
  let code: String
  let names: [String: String]
  /// Official languages, the default one first.
  let languages: [String]
  let currency: JSONValue
  let phone: JSONValue

  static let russia = SampleCountry(
    code: "RU", names: ["en": "Russia", "ru": "Россия", "kk": "Ресей", "sr": "Русија"],
    languages: ["ru"],
    currency: ["code": "RUB", "wireExponent": 2, "displayDigits": 2, "cashIncrement": 1],
    phone: [
      "callingCode": 7, "mobileLengths": [10], "example": "9123456789", "support": "+7 000 1951",
    ])

  static let kazakhstan = SampleCountry(
    code: "KZ",
    names: ["en": "Kazakhstan", "ru": "Казахстан", "kk": "Қазақстан", "sr": "Казахстан"],
    languages: ["ru", "kk"],
    currency: ["code": "KZT", "wireExponent": 2, "displayDigits": 2, "cashIncrement": 1],
    phone: [
      "callingCode": 7, "mobileLengths": [10], "example": "7710009998", "support": "+7 000 5234",
    ])

  static let serbia = SampleCountry(
    code: "RS", names: ["en": "Serbia", "ru": "Сербия", "kk": "Сербия", "sr": "Србија"],
    languages: ["sr"],
    currency: ["code": "RSD", "wireExponent": 2, "displayDigits": 0, "cashIncrement": 100],
    phone: [
      "callingCode": 381, "mobileLengths": [8, 9, 10], "example": "601234567",
      "support": "+381 000 1322",
    ])

  static let all = [russia, kazakhstan, serbia]
}
