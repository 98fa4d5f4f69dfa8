public import Networking
public import Sync

/// The menu of the settled city, with the items that are unavailable.
///
/// The menu depends on the city, the language and the fulfillment method; the unavailable items depend
/// only on the city. Both are loaded from the device first, and fetched in parallel. They have separate
/// files and ages, because a menu is large and changes daily, and the unavailable items are few and
/// change by the minute: a menu is fresh for ten minutes, the unavailable items for one. Unavailable
/// items that are older than twelve hours when they are loaded are not shown.
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
  /// when the gate opens. ``run()`` sends the requests while there is a consumer. No timer starts a
  /// fetch.
  func states() -> AsyncStream<MenuState>

  /// Loads the stored data, then sends the requests of this catalog until its task is canceled.
  ///
  /// Await it in one task of the app. A second call returns at once while the first is running.
  func run() async

  /// Fetches the menu and the unavailable items; the state then shows both.
  ///
  /// Works without ``run()``.
  ///
  /// - Throws: `SyncError.noCity`, `.fetch`, `.closed`, `.cancelled`, or `.superseded` if the city or
  ///   the fulfillment method changes. The stored data remains.
  func refresh() async throws(SyncError)

  /// Fetches only the unavailable items, for example after a push message about a change.
  ///
  /// - Throws: The errors of ``refresh()``.
  func refreshUnavailable() async throws(SyncError)

  /// Selects the fulfillment method of the order; the state then shows the stored menu for it.
  ///
  /// City and language are those of the settled city of the environment, which ``run()`` observes.
  func setFulfillment(_ fulfillment: FulfillmentMethod) async
}

/// The entry point of this module.
public enum MenuFactory {
  /// Creates a catalog, which reads and sends nothing before the first call.
  ///
  /// - Parameters:
  ///   - environment: The dependencies of the app. Its server serves `/v1/menu` and `/v1/menu/stops`;
  ///     the menu is that of its settled city.
  ///   - fulfillment: The initial fulfillment method.
  /// - Returns: A catalog; create one per directory.
  public static func makeCatalog(
    in environment: FeatureEnvironment, fulfillment: FulfillmentMethod
  ) -> any MenuCatalog {
    DefaultMenuCatalog(fulfillment, in: environment)
  }
}
