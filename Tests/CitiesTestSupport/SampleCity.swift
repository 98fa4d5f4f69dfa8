public import Cities

/// A real city, with invented hours and prices, as a server would know it.
public struct SampleCity: Sendable {
  /// The number by which it is chosen.
  public let id: City.ID
  /// Its names by language.
  public let names: [String: String]
  let country: SampleCountry
  let region: String
  let latitude: Double
  let longitude: Double
  let population: Int
  let timeZone: String

  /// In every bundled list.
  public static let moscow = SampleCity(
    id: City.ID(rawValue: 524_901), names: ["en": "Moscow", "ru": "Москва", "kk": "Мәскеу"],
    country: .russia,
    region: "RU.48", latitude: 55.752, longitude: 37.6178, population: 10_381_222,
    timeZone: "Europe/Moscow")

  /// In every bundled list; in a country with two languages.
  public static let almaty = SampleCity(
    id: City.ID(rawValue: 1_526_384), names: ["en": "Almaty", "ru": "Алматы", "kk": "Алматы"],
    country: .kazakhstan, region: "KZ.02", latitude: 43.2525, longitude: 76.9115,
    population: 1_977_011, timeZone: "Asia/Almaty")

  /// In every bundled list; without a Kazakh name.
  public static let belgrade = SampleCity(
    id: City.ID(rawValue: 792_680), names: ["en": "Belgrade", "ru": "Белград", "sr": "Београд"],
    country: .serbia,
    region: "RS.SE", latitude: 44.804, longitude: 20.4651, population: 1_273_651,
    timeZone: "Europe/Belgrade")

  /// Too small for the bundled list: only the server has it.
  public static let satpayev = SampleCity(
    id: City.ID(rawValue: 1_520_692), names: ["en": "Satpayev", "ru": "Сатпаев", "kk": "Сәтбаев"],
    country: .kazakhstan, region: "KZ.12510145", latitude: 47.9041, longitude: 67.5411,
    population: 69_782, timeZone: "Asia/Almaty")

  /// All of these.
  public static let all: [SampleCity] = [moscow, almaty, belgrade, satpayev]
}

extension City.ID {
  /// The number of ``SampleCity/moscow``.
  public static let moscow = SampleCity.moscow.id
  /// The number of ``SampleCity/almaty``.
  public static let almaty = SampleCity.almaty.id
  /// The number of ``SampleCity/belgrade``.
  public static let belgrade = SampleCity.belgrade.id
  /// The number of ``SampleCity/satpayev``.
  public static let satpayev = SampleCity.satpayev.id
  /// A number that no server knows.
  public static let nowhere = City.ID(rawValue: 1)
}
