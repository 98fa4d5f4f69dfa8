import Networking
import Storage

/// The stored form of the current city.
struct KeptCity: Sendable, Codable, Equatable {
  let city: City
  /// The requested language; the texts of the city may be in another.
  let language: Language
  /// The server's validator for the city in this language.
  let validator: ETag?

  static let schema = StoredSchema(KeptCityV1.self).step(
    "a country's rules are one value with its habits; the validator is kept beside the city",
    up: { KeptCity(city: try $0.city.current(), language: $0.language, validator: nil) },
    // A city that the previous release has chosen replaces this one, and is requested without a
    // validator.
    down: KeptCityV1.init)
}
