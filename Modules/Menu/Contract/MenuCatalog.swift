public import Networking
public import Sync

/// The menu of the chosen city, with the items that are unavailable.
///
/// The menu depends on the city, the language and the fulfillment method; the unavailable items depend
/// only on the city. Both are loaded from the device first, and fetched in parallel. They are stored and
/// fetched separately, because a menu is large and changes daily, whereas the unavailable items are few
/// and change by the minute. A menu is fresh for ten minutes, the unavailable items for one. Stored
/// unavailable items that are older than twelve hours are not shown.
///
/// ```swift
/// var shown: MenuState?
/// group.addTask { await catalog.run() }
/// for await state in catalog.states() {
///   show(state.orderable(at: .now), changes: shown.flatMap { state.changes(since: $0) })
///   shown = state
/// }
/// ```
///
/// All members can be called concurrently from any task. Every call ends; in a canceled task it
/// throws `SyncError.cancelled`.
public protocol MenuCatalog: StateProvider<MenuState> {
  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// Stale data is fetched when a consumer begins, when the city or the fulfillment method changes, and
  /// when the environment's gate opens. ``run()`` sends the requests while there is a consumer. No fetch
  /// is started by a timer.
  func states() -> AsyncStream<MenuState>

  /// Loads the stored data, then fetches newer data when necessary, until its task is canceled.
  ///
  /// Await it in one task of the app. A second call returns at once while the first is running.
  func run() async

  /// Fetches the menu and the unavailable items; the state then shows both.
  ///
  /// The call works without ``run()``.
  ///
  /// - Throws: `SyncError.noCity`, `.fetch`, `.closed`, `.cancelled`, or `.superseded` if the city or the
  ///   fulfillment method changes. The stored data is not removed.
  func refresh() async throws(SyncError)

  /// Fetches only the unavailable items, for example after a push message about a change.
  ///
  /// - Throws: The errors of ``refresh()``.
  func refreshUnavailable() async throws(SyncError)

  /// Selects the fulfillment method; the state then shows the stored menu for it.
  ///
  /// The city and the language are those of the environment's chosen city, which ``run()`` observes.
  func setFulfillment(_ fulfillment: FulfillmentMethod) async
}

/// The entry point of this module.
public enum MenuFactory {
  /// Creates a catalog; it reads no file and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/menu` and `/v1/menu/stops`; the
  ///     menu is that of its chosen city.
  ///   - fulfillment: The initial fulfillment method.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    in environment: FeatureEnvironment, fulfillment: FulfillmentMethod
  ) -> any MenuCatalog {
    DefaultMenuCatalog(fulfillment, in: environment)
  }
}
