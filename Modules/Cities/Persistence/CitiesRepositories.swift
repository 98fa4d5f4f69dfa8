import Storage

/// What this module keeps, and how: its storage choice.
///
/// Both values are small, replaced whole and needed at once at every launch, and the app goes on
/// with them when the disk is full. So each is one value in memory, backed by a file of its own. The
/// city is critical; the list can be downloaded again, and damage to it never touches the city. The
/// list's beginning is kept once more, because a first screen does not wait for megabytes.
struct CitiesRepositories: Sendable {
  /// The current city, complete; that its file exists is what it means to have chosen.
  let city: SingleRepository<KeptCity>
  /// The newest list that the server has sent.
  let list: SingleRepository<KeptList>
  /// The beginning of the list that was used last.
  let beginning: SingleRepository<CityListDocument>
  /// When the server last had the list and the city.
  let confirmations: SingleRepository<KeptConfirmations>
}

extension CitiesRepositories {
  init(directory: StorageDirectory) {
    city = SingleRepository(
      .memoryBackedByFile("current-city"), class: .critical, schema: KeptCity.schema,
      in: directory)
    list = SingleRepository(
      .memoryBackedByFile("city-list"), class: .cache, schema: KeptList.schema, in: directory)
    beginning = SingleRepository(
      .memoryBackedByFile("city-list-beginning"), class: .cache,
      schema: Schema(CityListDocument.self), in: directory)
    confirmations = SingleRepository(
      .memoryBackedByFile("city-confirmations"), class: .cache,
      schema: Schema(KeptConfirmations.self), in: directory)
  }
}
