public import Networking
public import Sync

/// The catalog of available cities, and the current city.
///
/// At launch, ``start(with:)`` restores the stored city or reports why the user must choose one.
/// ``choose(_:)`` downloads a city, stores it, and then makes it current. If there is no current city,
/// the state contains the list of cities for a picker; ``refreshList()`` fetches a newer list.
///
/// ```swift
/// let cities = Observed(catalog)
/// await catalog.start(with: nil)
/// ```
///
/// All members may be called from any task, at any time and concurrently. There is no `run()`: requests
/// are made in the calling task, because the choice of a city precedes all other requests.
public protocol CityCatalog: StateProvider<CityState> {
  /// Makes the stored city current, or a given one, for example of a deep link or a UI test.
  ///
  /// The result is in `state`. A stored city needs no network. If none is stored, the list is loaded,
  /// and the city that a former app had stored is chosen; or, if the list has only one city, that one.
  /// Another call repeats each step that has failed, such as reading the stored city or fetching it in
  /// the current language.
  ///
  /// - Parameter given: The city to choose without a picker; `nil` for the stored one.
  func start(with given: CityID?) async

  /// Loads the newest usable list into `state` without a network, for example to change the city.
  ///
  /// The state first contains only as many rows as a first screen shows, and then all rows. If the state
  /// already contains the list, it is not changed.
  ///
  /// - Returns: The complete list.
  @discardableResult
  func loadList() async -> CityList

  /// Fetches the list from the server, stores it if it has changed, and updates `state`.
  ///
  /// - Returns: The list that the state shows.
  /// - Throws: ``CitiesError/sync(_:)``; the known list remains. The failure is `.outdated` if the
  ///   server's list is older than the known one, because it may come from a lagging replica. In two
  ///   cases an older list is used nevertheless: if the known list is the bundled one, or if the server
  ///   has not confirmed the known list for an hour, so that it counts as withdrawn.
  @discardableResult
  func refreshList() async throws(CitiesError) -> CityList

  /// Downloads a city, stores it, and then makes it current.
  ///
  /// If another city or language is chosen meanwhile, the earlier call throws `SyncError.superseded`. The
  /// current city is downloaded again only if it has changed. If the city cannot be stored, it becomes
  /// current nevertheless, and ``CityState/write`` has the reason why a restart may lose it.
  ///
  /// - Returns: The city, which is now current.
  /// - Throws: ``CitiesError``; the previous city remains current.
  @discardableResult
  func choose(_ id: CityID) async throws(CitiesError) -> City

  /// Sets the language of the list at once, then fetches the current city in this language.
  ///
  /// - Throws: ``CitiesError/unknownLanguage(_:offered:)``; then nothing was changed. After any other
  ///   ``CitiesError`` the list is in the new language, but the city could not be fetched and is
  ///   unchanged.
  func setLanguage(_ language: Language) async throws(CitiesError)
}

/// The entry point of this module.
public enum CitiesFactory {
  /// Creates a catalog; it reads no file and sends nothing before the first call.
  ///
  /// The catalog sets `environment.city`. When ``CityCatalog/choose(_:)`` has returned, all features with
  /// the same environment send their requests in the chosen city.
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/cities`.
  ///   - language: The initial language.
  ///   - former: The data of an app that this app replaces; `nil` if there was none.
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

/// The reason for a failed call of a city catalog; each case requires a different reaction of the app.
public enum CitiesError: SyncFailure, Hashable {
  /// An error that can occur in every feature.
  ///
  /// A catalog throws `.fetch` if there is no usable response, `.cancelled`, and `.superseded` if another
  /// city or language was chosen meanwhile.
  case sync(SyncError)
  /// The server does not know this city; choose another city.
  case unknownCity(CityID)
  /// The list is not available in this language, but only in the offered ones.
  case unknownLanguage(Language, offered: [Language])
}
