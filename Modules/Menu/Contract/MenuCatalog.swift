public import Sync

/// State of the menu for a screen: the stored menu and, separately, the status of the fetch.
public typealias MenuState = SourceState<MenuScope, MenuSnapshot>

/// State of a city's stop list for a screen; the scope is the city's number.
public typealias StopState = SourceState<Int, StopList>

/// The menu and the stop list of one city.
///
/// The menu depends on the city, the language and the fulfillment method; the stop list depends on
/// the city only. Both are loaded from the device first and fetched in parallel. They are separate
/// because a menu is large and changes daily, while a stop list is small and changes by the minute.
/// ``OrderableMenu`` combines them.
///
/// ```swift
/// group.addTask { await catalog.run() }
/// for await state in await catalog.menus() {
///   show(state.value, changes: state.previous.flatMap { state.value?.changes(since: $0) })
/// }
/// ```
///
/// All members can be called concurrently from any task.
public protocol MenuCatalog: Sendable {
  /// Returns the current state of the menu, then each update.
  ///
  /// The sequence begins as soon as the disk has been read, without waiting for the network. A menu
  /// older than ten minutes is fetched on this call, after a change of city and when the gate opens;
  /// ``run()`` sends the request. No timer starts a fetch. The sequence supports one consumer, and
  /// a slow consumer skips intermediate states.
  func menus() async -> any AsyncSequence<MenuState, Never> & Sendable

  /// Returns the current state of the stop list, then each update.
  ///
  /// The sequence behaves as that of ``menus()``, but a list older than a minute is fetched. A list
  /// that is older than twelve hours when it is loaded is not shown.
  func stops() async -> any AsyncSequence<StopState, Never> & Sendable

  /// Fetches the menu and returns when the response is stored; requires ``run()``.
  ///
  /// - Throws: `SyncError`; the stored menu remains.
  func refresh() async throws(SyncError)

  /// Fetches the stop list and returns when the response is stored; requires ``run()``.
  ///
  /// Call it when, for example, a push message announces a change.
  ///
  /// - Throws: `SyncError`; the stored list remains.
  func refreshStops() async throws(SyncError)

  /// Selects how an order is received: the next state is that of its menu.
  ///
  /// City and language are those of the environment's settled city, read at each call and observed by
  /// ``run()``.
  func use(_ fulfilment: Fulfilment) async

  /// Sends the requests of this catalog until its task is canceled.
  ///
  /// One task of the app awaits it; a second concurrent call returns immediately.
  func run() async
}
