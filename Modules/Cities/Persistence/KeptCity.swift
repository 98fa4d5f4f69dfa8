import Networking
import Storage

/// The current city as it is kept.
struct KeptCity: Sendable, Codable, Equatable {
  let city: City
  /// The language that the city was asked for in; the city may have answered in another.
  let language: Language
  /// What the server recognises the city in this language by.
  let validator: ETag?

  static let schema = Schema(KeptCityV1.self).step(
    "a country's rules are one value with its habits; the validator is kept beside the city",
    up: { KeptCity(city: $0.city.city, language: $0.language, validator: nil) },
    // What the release before has chosen counts, and is asked about as if nothing were known.
    down: KeptCityV1.init)
}
