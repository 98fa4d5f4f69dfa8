import Foundation
import Networking
import Storage
import Sync

/// The repositories for the values that this module stores.
///
/// Each value has a separate file, so a damaged list does not affect the city. Each value also has a
/// copy in memory, so the app can use a new value even if the disk is full. The city has the storage
/// class `critical`, and the list the class `cache`, because it can be fetched again.
struct CitiesRepositories: Sendable {
  /// The current city; its file exists only after a city has been chosen.
  let city: SingleRepository<StoredCity>
  /// The newest list from the server; the scope is always `all`, because it has all languages.
  let list: CollectionRepository<SourceSnapshot<String, CityListDocument>>
}

extension CitiesRepositories {
  init(directory: StorageDirectory) {
    city = SingleRepository(
      .memoryBackedByFile("current-city"), class: .critical, schema: StoredCity.schema,
      in: directory)
    list = CollectionRepository(
      .memoryBackedByFile("city-list"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
      in: directory)
  }
}

/// The stored form of the current city.
struct StoredCity: Sendable, Codable, Equatable {
  let city: City
  /// The requested language; the city's texts may be in a fallback language.
  let language: Language
  /// The server's `ETag` of the city in this language; `nil` if it is unknown.
  let validator: ETag?
  /// The time at which the server last sent or confirmed the city.
  let time: Date

  static let schema = StoredSchema(StoredCity.self)
}
