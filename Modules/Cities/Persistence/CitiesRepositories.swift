import Foundation
import Networking
import Storage

/// The module's repositories.
///
/// Each value is small, is replaced as a whole, and is needed at every launch, even if the disk is full.
/// Therefore each is a value in memory, backed by a file of its own. The city has the storage class
/// `critical`. The list can be downloaded again, and damage to it does not affect the city. The first
/// rows of the list are stored separately, so that a first screen does not wait until megabytes have been
/// read.
struct CitiesRepositories: Sendable {
  /// The current city; its file exists only after a city has been chosen.
  let city: SingleRepository<KeptCity>
  /// The newest list from the server.
  let list: SingleRepository<StoredCityList>
  /// The first rows of the list that the last launch used.
  let beginning: SingleRepository<CityListDocument>
  /// The times at which the server last confirmed the list and the city.
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
  /// The server's validator of the list.
  ///
  /// It is stored in the same record, so that it always belongs to the list.
  let validator: ETag?

  static let schema = StoredSchema(KeptListV1.self).step("the validator is kept beside the list") {
    StoredCityList(document: $0.document, validator: nil)
  }
}

/// The stored form of release 1.
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

/// The times at which the server last confirmed the stored values.
///
/// They have a file of their own, which is written only after the server has sent a lower revision.
struct StoredConfirmations: Sendable, Codable, Equatable {
  /// The time at which the server last confirmed the stored list of cities, and the revision of that list.
  struct ListEntry: Sendable, Codable, Equatable {
    /// The list's revision.
    let revision: Int
    /// The revision of the bundled list that the stored list replaced.
    ///
    /// The stored list is used even if its revision is lower, until the app has a newer bundled list.
    let bundled: Int
    /// The time at which the server last sent or confirmed the list.
    let time: Date
  }

  /// The confirmation of the current city.
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
  /// Whether the server's list with `revision` has replaced the bundled list with the revision `bundled`.
  func replaces(_ bundled: Int, with revision: Int) -> Bool {
    list.map { $0.revision == revision && $0.bundled >= bundled } ?? false
  }

  /// Returns the time at which the server last confirmed this city; `nil` if it is unknown.
  func time(of kept: KeptCity) -> Date? {
    city.flatMap { entry in
      entry.id == kept.city.id && entry.language == kept.language
        && entry.revision == kept.city.revision ? entry.time : nil
    }
  }
}
