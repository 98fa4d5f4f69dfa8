import Foundation
import Networking
import Storage

/// The repositories for the values that this module stores.
///
/// Each value has a separate file, so a damaged list does not affect the city. Each value also has a
/// copy in memory, so the app can use a new value even if the disk is full. The city has the storage
/// class `critical`. The other values have the storage class `cache`, because they can be fetched
/// again. The first rows of the list also have a separate file, so a picker's first screen appears
/// before the whole list has been read.
struct CitiesRepositories: Sendable {
  /// The current city; its file exists only after a city has been chosen.
  let city: SingleRepository<KeptCity>
  /// The newest list from the server.
  let list: SingleRepository<StoredCityList>
  /// The first rows of the newest list, for the first screen of the next launch.
  let beginning: SingleRepository<CityListDocument>
  /// The times at which the server last confirmed the list of cities and the current city.
  let confirmations: SingleRepository<StoredConfirmations>
}

extension CitiesRepositories {
  init(directory: StorageDirectory) {
    city = SingleRepository(
      .memoryBackedByFile("current-city"), class: .critical, schema: KeptCity.schema,
      in: directory)
    list = SingleRepository(
      .memoryBackedByFile("city-list"), class: .cache, schema: StoredCityList.schema, in: directory)
    beginning = SingleRepository(
      .memoryBackedByFile("city-list-beginning"), class: .cache,
      schema: StoredSchema(CityListDocument.self), in: directory)
    confirmations = SingleRepository(
      .memoryBackedByFile("city-confirmations"), class: .cache,
      schema: StoredSchema(StoredConfirmations.self), in: directory)
  }
}

/// The stored form of the newest list from the server.
struct StoredCityList: Sendable, Codable, Equatable {
  let document: CityListDocument
  /// The server's `ETag` of the list; `nil` if it is unknown.
  ///
  /// The list and its `ETag` are in one file, so they always belong together.
  let validator: ETag?

  static let schema = StoredSchema(KeptListV1.self).step("the validator is kept beside the list") {
    StoredCityList(document: $0.document, validator: nil)
  }
}

/// The list as release 1 stored it.
struct KeptListV1: Sendable, Codable {
  struct CountryRow: Sendable, Codable {
    let code: String
    let names: [Language: String]
    let languages: [Language]
  }

  struct CityRow: Sendable, Codable {
    let id: CityID
    let country: String
    let region: String
    let names: [Language: String]
    let lat: Double
    let lon: Double
    let population: Int
  }

  let revision: Int
  let regions: [String: [Language: String]]
  let countries: [CountryRow]
  let cities: [CityRow]

  var document: CityListDocument {
    CityListDocument(
      revision: revision, regions: regions,
      countries: countries.map { row in
        CityListDocument.CountryRow(code: row.code, names: row.names, languages: row.languages)
      },
      cities: cities.map { row in
        CityListDocument.CityRow(
          id: row.id, country: row.country, region: row.region, names: row.names, lat: row.lat,
          lon: row.lon, population: row.population)
      })
  }
}

/// The times at which the server last sent or confirmed the stored list and the stored city.
///
/// A response with a lower revision than the stored one may come from a lagging replica. The catalog
/// detects this by the times. The times are needed only after the server has sent a lower revision.
/// Until then, they are only in memory.
struct StoredConfirmations: Sendable, Codable, Equatable {
  /// The server's last confirmation of the stored list of cities.
  struct ListEntry: Sendable, Codable, Equatable {
    /// The list's revision.
    let revision: Int
    /// The time at which the server last sent or confirmed the list.
    let time: Date
  }

  /// A record of the server's last confirmation of a city, with the city's revision and the time.
  struct CityEntry: Sendable, Codable, Equatable {
    let id: CityID
    let language: Language
    let revision: Int
    /// The time at which the server last sent or confirmed the city.
    let time: Date
  }

  var list: ListEntry?
  var city: CityEntry?
}

extension StoredConfirmations {
  /// Returns the time at which the server last confirmed the city in `kept`; `nil` if it is unknown.
  func time(of kept: KeptCity) -> Date? {
    city.flatMap { entry in
      entry.id == kept.city.id && entry.language == kept.language
        && entry.revision == kept.city.revision ? entry.time : nil
    }
  }
}
