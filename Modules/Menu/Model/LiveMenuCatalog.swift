import Commerce
import Foundation
import Networking
import Storage
import Sync

/// A catalog that combines two `CachedSource`s: one of menus, and one of unavailable items.
actor LiveMenuCatalog: MenuCatalog {
  private let environment: FeatureEnvironment
  private var fulfillment: FulfillmentMethod
  /// The sources of menus and of unavailable items; `nil` until a city has been chosen.
  private var sources: MenuSources?
  /// The scope that was last selected in the sources; `nil` if no city was chosen then.
  private var selectedScope: MenuScope?
  /// The same sources after they have read their files; `nil` before.
  private var loadedSources: MenuSources?
  /// The subscriptions to the sources; empty while the catalog has no consumers.
  ///
  /// A source fetches stale data only while it has a subscription.
  private var subscriptions: [any Sendable] = []
  private var isRunning = false
  private nonisolated let consumers = CatalogConsumers()
  private nonisolated let observed: ObservedState<MenuState>

  init(_ fulfillment: FulfillmentMethod, in environment: FeatureEnvironment) {
    self.environment = environment
    self.fulfillment = fulfillment
    observed = ObservedState(MenuState(fulfillment, in: environment.city.context))
  }

  nonisolated var state: MenuState { observed.state }

  nonisolated func states() -> AsyncStream<MenuState> {
    consumers.join()
    defer { consumers.wake() }
    return observed.states(onEnd: { [consumers] in consumers.leave() })
  }

  func setFulfillment(_ fulfillment: FulfillmentMethod) async {
    self.fulfillment = fulfillment
    await selectCurrentScope()
  }

  func load() async { await selectCurrentScope() }

  // MARK: Fetching

  func refresh() async throws(SyncError) { try await refresh(withMenu: true) }

  func refreshUnavailable() async throws(SyncError) { try await refresh(withMenu: false) }

  private func refresh(withMenu: Bool) async throws(SyncError) {
    let sources = try await currentSources()
    let started = scope
    async let stops = Self.failure { () async throws(SyncError) in
      try await sources.stops.refresh()
    }
    let menu =
      withMenu
      ? await Self.failure { () async throws(SyncError) in try await sources.menus.refresh() } : nil
    let failure = await (menu, stops)
    show()
    // Without `run()`, no other call selects a new city in the sources during the requests.
    guard withMenu ? scope == started : scope?.city == started?.city else { throw .superseded }
    if let failure = failure.0 ?? failure.1 { throw failure }
  }

  private static func failure<Snapshot>(
    of refresh: @Sendable () async throws(SyncError) -> Snapshot
  ) async -> SyncError? {
    do throws(SyncError) { _ = try await refresh() } catch { return error }
    return nil
  }

  func run() async {
    guard !isRunning else { return }
    isRunning = true
    await withDiscardingTaskGroup { group in
      group.addTask { await self.followConsumers() }
      let changes = environment.city.changes()
      for await _ in changes {
        await selectCurrentScope()
        if sources != nil { break }
      }
      guard let sources else { return }
      group.addTask { await sources.menus.run() }
      group.addTask { await sources.stops.run() }
      group.addTask {
        for await _ in await sources.menus.states(fetching: .never) { await self.show() }
      }
      group.addTask {
        for await _ in await sources.stops.states(fetching: .never) { await self.show() }
      }
      for await _ in changes { await selectCurrentScope() }
    }
    isRunning = false
    subscriptions = []
    show()
  }

  /// Subscribes to the sources while the catalog has consumers and a scope is selected.
  ///
  /// Each new consumer and each change of the selected scope renew the subscriptions, because a source
  /// fetches stale data for a new subscription.
  private func followConsumers() async {
    for await _ in consumers.signal() {
      // The selected scope, and not the chosen city, decides: each change of the selected scope wakes
      // this loop, but a city that is chosen again at once may cause no selection.
      guard let sources, selectedScope != nil, !consumers.isEmpty else {
        subscriptions = []
        continue
      }
      subscriptions = [await sources.menus.states(), await sources.stops.states()]
      // The list of unavailable items may have become too old since the last state.
      show()
    }
  }

  // MARK: Selecting

  /// Selects the chosen city and fulfillment method in the sources, and returns the sources.
  ///
  /// - Throws: `SyncError.noCity` if no city is chosen.
  private func currentSources() async throws(SyncError) -> MenuSources {
    await selectCurrentScope()
    guard let sources, environment.city.context != nil else { throw .noCity }
    return sources
  }

  /// Selects the menu of the chosen city and fulfillment method in the sources.
  ///
  /// If the city or the method changes during the selection, the selection is repeated.
  private func selectCurrentScope() async {
    var selected: MenuScope?
    repeat {
      selected = scope
      guard let selected else { break }
      let sources = sources ?? MenuSources(selected, in: environment)
      self.sources = sources
      await sources.menus.select(selected)
      // Selecting a city that is no longer chosen could end the refreshes of the chosen one.
      guard selected == scope else { continue }
      await sources.stops.select(selected.city)
      loadedSources = sources
    } while selected != scope
    if selected != selectedScope {
      selectedScope = selected
      // A source fetches nothing if its own scope is the same as before: for example, another
      // fulfillment method does not change the scope of the unavailable items.
      consumers.wake()
    }
    show()
  }

  private var scope: MenuScope? { environment.city.context.map { MenuScope(fulfillment, in: $0) } }

  // MARK: Showing

  /// Yields a state with the data of the sources, or a state without data if no city is chosen.
  ///
  /// If a city is chosen, no state is yielded before the sources have read their files and have selected
  /// this city and the fulfillment method.
  private func show() {
    var state = MenuState(fulfillment, in: environment.city.context)
    if state.scope != nil {
      guard let menus = loadedSources?.menus.state, let stops = loadedSources?.stops.state,
        state.take(menus, stops)
      else { return }
      if let time = stops.snapshot?.time,
        environment.now().timeIntervalSince(time) > MenuSources.usableSeconds
      {
        state.unavailable = nil
      }
    } else if isRunning {
      state.fetch = .closed([.noCity])
    }
    observed.tell(state)
  }
}

extension MenuState {
  /// Copies the menu, the unavailable items and the fetch status of two sources into this state.
  ///
  /// `menus` comes from the source of menus, and `stops` from the source of unavailable items.
  ///
  /// - Returns: `false` if `menus` has another scope than this state, or `stops` another city. This
  ///   state is then unchanged.
  mutating func take(
    _ menus: SourceState<MenuScope, MenuSnapshot>, _ stops: SourceState<CityID, UnavailableItems>
  ) -> Bool {
    guard menus.scope == scope, stops.scope == scope?.city else { return false }
    isLoaded = true
    menu = menus.value
    time = menus.snapshot?.time
    if case .value(_, let isFresh) = menus.data { self.isFresh = isFresh }
    self.unavailable = stops.value
    fetch = FetchStatus(of: menus.fetch, and: stops.fetch)
    return true
  }
}

extension FetchStatus {
  /// Creates the combined status of two fetches.
  ///
  /// The result is the first of these statuses that either fetch has: `.notRunning`, `.fetching`,
  /// `.closed`, `.failed`, `.idle`. If both fetches are closed, the result contains the reasons of
  /// both. If both have failed, the result contains the failure of `first`.
  init(of first: FetchStatus, and second: FetchStatus) {
    self =
      switch (first, second) {
      case (.notRunning, _), (_, .notRunning): .notRunning
      case (.fetching, _), (_, .fetching): .fetching
      case (.closed(let reasons), .closed(let others)): .closed(reasons.union(others))
      case (.closed, _), (.failed, .failed), (.failed, .idle): first
      case (_, .closed), (.idle, _): second
      }
  }
}

/// The sources of menus and of unavailable items.
///
/// Each source stores the data of several cities, and shows the data of the selected city. There is one
/// record for the menu of each ``MenuScope``, and one for the list of each city. Menus and lists are in
/// separate files, because a frequent change of a list must not rewrite a menu. Both are needed at once
/// at launch and can be fetched again, so they are held in memory and are of the storage class `cache`.
struct MenuSources: Sendable {
  /// The age in seconds up to which a list of unavailable items is shown; an older one is worse than none.
  static let usableSeconds = 43_200.0

  let menus: CachedSource<MenuScope, MenuSnapshot>
  let stops: CachedSource<CityID, UnavailableItems>

  init(_ scope: MenuScope, in environment: FeatureEnvironment) {
    let server = MenuServer(transport: environment.transport)
    let settled = environment.city
    menus = CachedSource(
      "menus",
      store: CollectionRepository(
        .memoryBackedByFile("menus"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
        in: environment.directory),
      scope: scope, freshFor: .seconds(600), in: environment
    ) { scope, validator in
      guard let context = settled.context, scope == MenuScope(scope.fulfillment, in: context) else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.menu(scope, in: context, ifNot: validator)
    }
    stops = CachedSource(
      "stops",
      store: CollectionRepository(
        .memoryBackedByFile("menu-stops"), class: .cache, schema: StoredSchema(SourceSnapshot.self),
        in: environment.directory),
      scope: scope.city, freshFor: .seconds(60),
      // A fetched list may have a lower version than the stored one. The fetched list is then ignored,
      // unless the server last confirmed the stored list more than ten minutes ago. These ten minutes
      // are the `replicaLag`, which is one hour by default.
      replicaLag: .seconds(600), in: environment
    ) { city, validator in
      guard let context = settled.context, city == context.city else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.stops(in: context, ifNot: validator)
    }
  }
}
