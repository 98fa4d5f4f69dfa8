public import Commerce
public import Sync

/// A provider of the chosen city's menu and of the items that are unavailable in the city.
///
/// The menu depends on the city, the language and the fulfillment method. The unavailable items depend
/// only on the city. The menu and the unavailable items are first loaded from the device, and then
/// fetched in parallel.
///
/// The menu and the unavailable items are stored and fetched separately, because they differ in size and
/// in the rate of change. A menu is large, changes daily, and is fresh for ten minutes. The unavailable
/// items are few, change by the minute, and are fresh for one minute. A list of unavailable items that is
/// older than twelve hours is not shown. The catalog has no timer: it checks the age whenever it creates
/// a state, such as for a call or a response, and when a consumer of ``states()`` begins to iterate
/// while ``run()`` is running.
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
/// All members can be called concurrently from any task. If the task of a throwing call is canceled,
/// the call ends and throws `SyncError.cancelled`.
public protocol MenuCatalog: StateProvider<MenuState> {
  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// Stale data is fetched when a consumer begins to iterate, when the city, the language or the
  /// fulfillment method changes, and when `FeatureEnvironment.gate` opens, for example because the
  /// network is available again. ``run()`` sends these requests while there is at least one consumer.
  /// There is no periodic fetch.
  func states() -> AsyncStream<MenuState>

  /// Reads the stored data of the chosen city and language, so that the state shows it.
  ///
  /// Each other call does this, too, if it comes first. A running ``run()`` also does it for each new city, a
  /// moment after it is chosen. After this call, the state certainly belongs to the chosen city. Data that
  /// cannot be read counts as absent, because it can be fetched again.
  ///
  /// ```swift
  /// await catalog.load()
  /// show(catalog.state.orderable(at: .now), changes: nil)
  /// ```
  func load() async

  /// Loads the stored data, then fetches newer data while ``states()`` has consumers.
  ///
  /// Only stale data is fetched. The call ends when the calling task is canceled. Await it in one task
  /// of the app. A second call returns at once while the first is running.
  ///
  /// ```swift
  /// let catalog = environment.makeMenuCatalog(fulfillment: .delivery)
  /// group.addTask { await catalog.run() }
  /// ```
  func run() async

  /// Fetches the menu and the unavailable items; the state then shows both.
  ///
  /// The call works without ``run()``.
  ///
  /// ```swift
  /// try await catalog.refresh()  // The user pulls the list down.
  /// try await catalog.refreshUnavailable()  // A push message reports a change.
  /// ```
  ///
  /// - Throws: `SyncError.noCity`, `.fetch`, `.closed` or `.cancelled`. Also throws `.superseded` if the
  ///   city, the language or the fulfillment method changes during the call. After any error, the stored
  ///   data remains.
  func refresh() async throws(SyncError)

  /// Fetches only the unavailable items, for example after a push message about a change.
  ///
  /// ```swift
  /// try await catalog.refreshUnavailable()  // A push message reports a change.
  /// ```
  ///
  /// - Throws: The errors of ``refresh()``; `.superseded` only if the city changes during the call.
  func refreshUnavailable() async throws(SyncError)

  /// Selects the fulfillment method; the state then shows the stored menu for this method.
  ///
  /// The city and the language cannot be selected here. The catalog uses those of its
  /// `FeatureEnvironment`, and ``run()`` observes their changes.
  ///
  /// ```swift
  /// await catalog.setFulfillment(.pickup)
  /// ```
  func setFulfillment(_ fulfillment: FulfillmentMethod) async
}
