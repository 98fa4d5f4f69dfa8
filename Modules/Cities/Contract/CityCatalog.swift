public import Networking
public import Sync

/// The catalog of available cities, and the current city.
///
/// At launch, ``start(with:)`` restores the stored city or reports why the user must choose one.
/// ``choose(_:)`` downloads a city, stores it, and only then makes it current. The state contains
/// the list of a picker as soon as one is needed; ``refreshList()`` fetches a newer one.
///
/// ```swift
/// let cities = Observed(catalog)
/// await catalog.start(with: nil)
/// ```
///
/// All members are safe to call from any task, at any time and concurrently. There is no `run()`:
/// requests are made in the calling task, because a city is chosen before anything else may be sent.
public protocol CityCatalog: StateProvider<CityState> {
  /// The current state.
  var state: CityState { get }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  func states() -> AsyncStream<CityState>

  /// Restores the stored city, or selects a given one, such as that of a deep link or a UI test.
  ///
  /// The result is in ``state``. A stored city is ready without network. If none is stored, the list
  /// is loaded, and the city of a former app is migrated, or the only city of the list is chosen. A
  /// further call retries each step that failed: reading the stored city, storing the current city,
  /// fetching it in the current language, or selecting the given or the former city.
  ///
  /// - Parameter given: The city to select without a picker; `nil` for the stored one.
  func start(with given: CityID?) async

  /// Loads the best known list into ``state``, without network, such as to change the city.
  ///
  /// The state first has the rows of a first screen, then all. Does nothing if it has them already.
  ///
  /// - Returns: The complete list.
  @discardableResult
  func loadList() async -> CityList

  /// Fetches the list from the server, stores it if it has changed, and shows it in ``state``.
  ///
  /// - Returns: The list that the state shows.
  /// - Throws: ``CitiesError/sync(_:)``; the known list remains. The failure is `.outdated` if the
  ///   server's list is older than the known one, as from a lagging replica. The older list replaces
  ///   the known one in two cases: the known list is the bundled one, or the server has not
  ///   confirmed the known list for an hour and has therefore withdrawn it.
  @discardableResult
  func refreshList() async throws(CitiesError) -> CityList

  /// Downloads a city, stores it, and then makes it current.
  ///
  /// A later call supersedes one in progress. So does ``setLanguage(_:)``, which fetches the same
  /// city in another language. Choosing the current city again revalidates it, and downloads it only
  /// if it has changed. If the city cannot be stored, it becomes current anyway, and
  /// ``CityState/write`` has the reason why a restart may lose it.
  ///
  /// - Returns: The city, which is now current.
  /// - Throws: ``CitiesError``; the previous city remains current.
  @discardableResult
  func choose(_ id: CityID) async throws(CitiesError) -> City

  /// Sets the language of the list at once, then fetches the current city in this language.
  ///
  /// - Throws: ``CitiesError/unknownLanguage(_:offered:)`` without a change; any other
  ///   ``CitiesError`` if the city could not be fetched. The list then has the new language, and
  ///   the city is unchanged.
  func setLanguage(_ language: Language) async throws(CitiesError)
}

/// Creates the entry to this module.
public enum CitiesFactory {
  /// Creates a catalog, which reads and sends nothing before the first call.
  ///
  /// The catalog is the one that settles `environment.city`: every other feature that was created in
  /// the same environment sends its requests in the current city from the moment in which
  /// ``CityCatalog/choose(_:)`` returns.
  ///
  /// - Parameters:
  ///   - environment: The surroundings of the app. Its server serves `/v1/cities`.
  ///   - language: The language at the start.
  ///   - former: The data of an earlier app; `nil` when there was none.
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

/// An error of a city catalog's call; each case calls for a different reaction.
public enum CitiesError: SyncFailure, Hashable {
  /// An error that all features share.
  ///
  /// A catalog throws `.fetch` when the server has sent nothing usable, `.cancelled`, and
  /// `.superseded` when a later choice was made.
  case sync(SyncError)
  /// The server does not know this city; choose another one.
  case unknownCity(CityID)
  /// The list is not available in this language, only in the offered ones.
  case unknownLanguage(Language, offered: [Language])
}
