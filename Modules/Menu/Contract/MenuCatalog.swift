public import Sync

/// What a screen draws of the menu: what is there, and apart from it what the network does.
public typealias MenuState = SourceState<MenuScope, MenuSnapshot>

/// What a screen draws of the stop list of a city, whose number is its scope.
public typealias StopState = SourceState<Int, StopList>

/// The menu of one city, in one language and for one way to get an order; and what is sold out there.
///
/// Both come from the device first and from the server beside it. They are two, because one is large
/// and changes daily, the other small and changes by the minute; ``OrderableMenu`` lays one over the
/// other.
///
/// ```swift
/// group.addTask { await catalog.run() }
/// for await state in await catalog.menus() {
///   show(state.value, changes: state.previous.flatMap { state.value?.changes(since: $0) })
/// }
/// ```
///
/// All members may be called from any task, at any time and together.
public protocol MenuCatalog: Sendable {
  /// The menu now and whenever it or its fetching is another; a slow reader is given the newest.
  ///
  /// Begins when the disk has been read, without waiting for the network. The server is asked where
  /// the menu is older than ten minutes. It is for one reader.
  func menus() async -> any AsyncSequence<MenuState, Never> & Sendable

  /// The stop list, as ``menus()``; the server is asked where it is older than a minute.
  func stops() async -> any AsyncSequence<StopState, Never> & Sendable

  /// Asks the server for the menu and returns when it has been stored; needs ``run()``.
  ///
  /// - Throws: `SourceError`; the menu that was there still is.
  func refresh() async throws(SourceError)

  /// Asks the server for the stop list, such as when a push message says that it has changed.
  ///
  /// - Throws: `SourceError`; the list that was there still is.
  func refreshStops() async throws(SourceError)

  /// Selects how an order is received: the next state is that of its menu.
  ///
  /// City and language are those of the environment's settled city, read at each call and observed by
  /// ``run()``.
  func use(_ fulfilment: Fulfilment) async

  /// Asks for what readers want, until its task is cancelled; one task of the app awaits it.
  func run() async
}
