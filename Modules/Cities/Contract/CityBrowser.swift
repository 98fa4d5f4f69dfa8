public import Sync

/// The list of available cities and the current city, without the calls that change the city.
///
/// ```swift
/// (self.app, state, cities, menu) = (app, Observed(app), Observed(app.cities), Observed(app.menu))
/// ```
///
/// All members may be called from any task, at any time and concurrently. Each call makes its requests
/// in the calling task.
public protocol CityBrowser: StateProvider<CityState> {
  /// Loads the newest list from the device into `state`, for example to show a picker.
  ///
  /// If the state already contains the list, the state is not changed.
  ///
  /// ```swift
  /// let list = await catalog.loadList()
  /// await list.prepare()
  /// ```
  ///
  /// - Returns: The list that is then in `state`.
  @discardableResult
  func loadList() async -> CityList

  /// Fetches the list from the server, stores it if it has changed, and updates `state`.
  ///
  /// A list from the server always replaces the bundled list. A response with a lower revision than the
  /// stored list is rejected, because it may come from a lagging server replica, unless the server has
  /// not confirmed the stored list for an hour. The server has then probably withdrawn the stored list.
  ///
  /// ```swift
  /// try await catalog.refreshList()
  /// ```
  ///
  /// - Returns: The list that is now in `state`.
  /// - Throws: ``CitiesError/sync(_:)``; the previous list remains in `state`. The failure is
  ///   `.fetch(.outdated)` if the response is rejected because of its lower revision, and
  ///   `.closed([.offline])` if the environment's gate is closed for this reason.
  @discardableResult
  func refreshList() async throws(CitiesError) -> CityList

  /// Refreshes the list, and repeats the refresh after each failure until one succeeds.
  ///
  /// Await this call in the task of a picker; it ends when the list has been refreshed or the task is
  /// canceled. ``CityState/listFetch`` has the last failure meanwhile. The delay before a repetition grows,
  /// has a random part, and is never shorter than the server demands. While the environment's gate is
  /// closed for `.offline`, no request is sent; when it opens, the list is fetched at once.
  ///
  /// ```swift
  /// await list.prepare()
  /// await catalog.refreshListWithRetries()
  /// ```
  func refreshListWithRetries() async
}
