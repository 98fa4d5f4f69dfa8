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
    down: KeptCityV1.init,
    merge: { kept, returned in
      // What the release before has not changed is as it was, with what only this one knows.
      KeptCityV1(kept) == KeptCityV1(returned) ? kept : returned
    })
}
