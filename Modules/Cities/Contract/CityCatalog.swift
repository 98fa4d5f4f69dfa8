/// The catalog of available cities, and the current city.
///
/// At launch, ``start(with:)`` restores the stored city or reports why the user must choose one.
/// Meanwhile ``list()`` returns the best known list without network, and ``refreshList()`` fetches
/// a newer one. ``choose(_:)`` downloads a city, stores it, and only then makes it current.
///
/// All members are safe to call from any task, at any time and concurrently.
public protocol CityCatalog: Sendable {
  /// The current state.
  var state: CityState { get }

  /// Returns a stream of the current state, then of each update.
  ///
  /// A slow consumer skips intermediate states.
  func states() -> AsyncStream<CityState>

  /// Restores the stored city, or selects a given one, such as that of a deep link or a UI test.
  ///
  /// The result is in ``state``. A stored city is ready without network. If none is stored, the
  /// city of a former app is migrated, or the only city of the list is chosen. A further call
  /// retries each step that failed: reading the stored city, storing the current city, fetching it
  /// in the current language, or selecting the given or the former city.
  ///
  /// - Parameter given: The city to select without a picker; `nil` for the stored one.
  func start(with given: City.ID?) async

  /// Returns the first rows of ``list()``, as many as a first screen shows.
  ///
  /// The rows are available before the list has been read, which takes a tenth of a second for
  /// every larger city on Earth. If a stored list proves damaged, ``list()`` returns other rows.
  ///
  /// - Throws: ``CitiesError/brokenBundle(_:)`` only.
  func firstCities() async throws(CitiesError) -> [CitySummary]

  /// Returns the best known list, without network.
  ///
  /// - Throws: ``CitiesError/brokenBundle(_:)`` only.
  func list() async throws(CitiesError) -> CityList

  /// Fetches the list from the server, and stores it if it is newer.
  ///
  /// - Returns: The result for the server's list.
  /// - Throws: ``CitiesError``; the known list remains in use.
  @discardableResult
  func refreshList() async throws(CitiesError) -> ListRefresh

  /// Downloads a city, stores it, and then makes it current.
  ///
  /// A later call supersedes one in progress. So does ``use(_:)``, which fetches the same city in
  /// another language. Choosing the current city again revalidates it, and downloads it only if it
  /// has changed. If the city cannot be stored, it becomes current anyway, and
  /// ``CityState/notKept`` has the reason why a restart may lose it.
  ///
  /// - Returns: The city, which is now current.
  /// - Throws: ``CitiesError``; the previous city remains current.
  @discardableResult
  func choose(_ id: City.ID) async throws(CitiesError) -> City

  /// Sets the language of the list at once, then fetches the current city in this language.
  ///
  /// - Throws: ``CitiesError/unknownLanguage(_:offered:)`` without a change; any other
  ///   ``CitiesError`` if the city could not be fetched. The list then has the new language, and
  ///   the city is unchanged.
  func use(_ language: Language) async throws(CitiesError)
}

/// The result of a refresh of the list.
public enum ListRefresh: Sendable, Hashable {
  /// The server's list has replaced the known one.
  case updated(revision: Int)
  /// The server's list is the known one.
  case unchanged
  /// The server's list is older than the known one, as from a lagging replica, and was discarded.
  ///
  /// An older list replaces the known one, as ``updated(revision:)``, in two cases: the known list
  /// is the bundled one, or the server has not confirmed the known list for an hour and has
  /// therefore withdrawn it.
  case older(revision: Int)
}
