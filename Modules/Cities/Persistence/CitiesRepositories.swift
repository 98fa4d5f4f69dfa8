import Storage

/// The module's repositories, with its choice of storage for each.
///
/// Each value is small, replaced as a whole and needed at every launch, and the app continues with
/// it when the disk is full. So each is a value in memory, backed by a file of its own. The city is
/// critical. The list can be downloaded again, and damage to it does not affect the city. The
/// beginning of the list is stored separately so that a first screen does not wait for megabytes.
struct CitiesRepositories: Sendable {
  /// The current city, complete; its file exists only after a city was chosen.
  let city: SingleRepository<KeptCity>
  /// The newest list from the server.
  let list: SingleRepository<StoredCityList>
  /// The beginning of the list that was used last.
  let beginning: SingleRepository<CityListDocument>
  /// The last times at which the server had the list and the city.
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
