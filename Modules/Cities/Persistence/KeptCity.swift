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
    "the validator is kept beside the city",
    up: { KeptCity(city: $0.city, language: $0.language, validator: nil) },
    down: { KeptCityV1(city: $0.city, language: $0.language) },
    merge: { kept, returned in
      // The release before knows no validator, and may have had the city from the server meanwhile.
      kept.city == returned.city && kept.language == returned.language ? kept : returned
    })
}

/// As release 1 kept it.
///
/// What a ``City`` is has not changed since; when it does, its shape is frozen here too.
struct KeptCityV1: Sendable, Codable {
  let city: City
  let language: Language
}
