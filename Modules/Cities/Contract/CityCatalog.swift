public import Networking
public import Sync

/// The catalog of available cities, and the current city.
///
/// At launch, ``start(with:)`` restores the stored city or reports why the user must choose one.
/// ``choose(_:)`` downloads a city, stores it, and then makes it current. The state contains the list for
/// a picker if there is no current city; ``refreshList()`` fetches a newer list.
///
/// ```swift
/// let cities = Observed(catalog)
/// await catalog.start(with: nil)
/// ```
///
/// All members may be called from any task, at any time and concurrently. There is no `run()`: requests
/// are made in the calling task, because the choice of a city precedes all other requests.
public protocol CityCatalog: StateProvider<CityState> {
  /// Restores the stored city, or selects a given one, for example that of a deep link or a UI test.
  ///
  /// The result is in ``state``. A stored city needs no network. If none is stored, the list is loaded,
  /// and the city of a former app is migrated or the only city of the list is chosen. Another call
  /// retries each step that failed: reading the stored city, storing the current city, fetching it in the
  /// current language, or selecting the given or the former city.
  ///
  /// - Parameter given: The city to select without a picker; `nil` for the stored one.
  func start(with given: CityID?) async

  /// Loads the newest usable list into ``state`` without network, for example to change the city.
  ///
  /// The state first contains the rows of a first screen, then all rows. If it has the rows already, the
  /// call does nothing.
  ///
  /// - Returns: The complete list.
  @discardableResult
  func loadList() async -> CityList

  /// Fetches the list from the server, stores it if it has changed, and updates ``state``.
  ///
  /// - Returns: The list that the state shows.
  /// - Throws: ``CitiesError/sync(_:)``; the known list remains. The failure is `.outdated` if the
  ///   server's list is older than the known one, as from a lagging replica. In two cases the older list
  ///   replaces the known one: if the known list is the bundled one, or if the server has not confirmed
  ///   the known list for an hour and has therefore withdrawn it.
  @discardableResult
  func refreshList() async throws(CitiesError) -> CityList

  /// Downloads a city, stores it, and then makes it current.
  ///
  /// A later call ends one in progress with `SyncError.superseded`, and so does ``setLanguage(_:)``,
  /// which fetches the same city in another language. A call for the current city downloads the city only
  /// if it has changed. If the city cannot be stored, it becomes current nevertheless, and
  /// ``CityState/write`` has the reason why a restart may lose it.
  ///
  /// - Returns: The city, which is now current.
  /// - Throws: ``CitiesError``; the previous city remains current.
  @discardableResult
  func choose(_ id: CityID) async throws(CitiesError) -> City

  /// Sets the language of the list at once, then fetches the current city in this language.
  ///
  /// - Throws: ``CitiesError/unknownLanguage(_:offered:)`` without a change; any other ``CitiesError`` if
  ///   the city could not be fetched. The list is then in the new language, and the city is unchanged.
  func setLanguage(_ language: Language) async throws(CitiesError)
}

/// The entry point of this module.
public enum CitiesFactory {
  /// Creates a catalog, which reads and sends nothing before the first call.
  ///
  /// The catalog sets `environment.city`: once ``CityCatalog/choose(_:)`` has returned, all features in
  /// the same environment send their requests in the chosen city.
  ///
  /// - Parameters:
  ///   - environment: The environment of the app. Its server serves `/v1/cities`.
  ///   - language: The initial language.
  ///   - former: The data of a former app; `nil` if there was none.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    in environment: FeatureEnvironment, language: Language, leaving former: LegacyApp? = nil
  ) -> any CityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: environment.transport),
      kept: CitiesRepositories(directory: environment.directory), language: language,
      environment: environment, former: former)
  }
}

/// The reason for a failed call of a city catalog; each case requires a different reaction.
public enum CitiesError: SyncFailure, Hashable {
  /// An error that all features share.
  ///
  /// A catalog throws `.fetch` if there is no usable response, `.cancelled`, and `.superseded` after a
  /// later choice.
  case sync(SyncError)
  /// The server does not know this city; choose another one.
  case unknownCity(CityID)
  /// The list is not available in this language, only in the offered ones.
  case unknownLanguage(Language, offered: [Language])
}
