import Foundation
import Networking
import Sync
import Synchronization

/// Catalog with one source for menus and one for stop lists.
final class DefaultMenuCatalog: MenuCatalog {
  private let source: CachedSource<MenuScope, MenuSnapshot>
  private let stopSource: CachedSource<Int, StopList>
  private let city: SettledCity
  private let fulfilment: Mutex<Fulfilment>

  init(_ fulfilment: Fulfilment, in environment: FeatureEnvironment) {
    let server = MenuServer(transport: environment.transport)
    let kept = MenuRepositories(directory: environment.directory)
    let city = environment.city
    self.city = city
    self.fulfilment = Mutex(fulfilment)
    source = CachedSource(
      store: kept.menus, scope: MenuScope(fulfilment, in: city.context), freshFor: .seconds(600),
      gate: environment.gate, now: environment.now
    ) { scope, validator in
      guard let context = city.context, scope == MenuScope(scope.fulfilment, in: context) else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.menu(scope, in: context, ifNot: validator)
    }
    stopSource = CachedSource(
      // An outdated stop list is worse than a flickering one, so age and replica lag are limited.
      store: kept.stops, scope: city.context?.city ?? MenuScope.noCity, freshFor: .seconds(60),
      usableFor: .seconds(43_200), replicaLag: .seconds(600), gate: environment.gate,
      now: environment.now
    ) { scope, validator in
      guard let context = city.context, scope == context.city else {
        return .failed(.noAnswer(.cancelled))
      }
      return await server.stops(in: context, ifNot: validator)
    }
  }

  /// The scope of the settled city and the selected way to receive an order.
  private var scope: MenuScope { MenuScope(fulfilment.withLock { $0 }, in: city.context) }

  /// Selects the current scope; of concurrent calls the last one to end has selected the newest.
  private func followCity() async {
    var selected: MenuScope
    repeat {
      selected = scope
      await source.use(selected)
      await stopSource.use(selected.city)
    } while selected != scope
  }

  func menus() async -> any AsyncSequence<MenuState, Never> & Sendable {
    await followCity()
    return await source.states()
  }

  func stops() async -> any AsyncSequence<StopState, Never> & Sendable {
    await followCity()
    return await stopSource.states()
  }

  func refresh() async throws(SyncError) {
    await followCity()
    try await source.refresh()
  }

  func refreshStops() async throws(SyncError) {
    await followCity()
    try await stopSource.refresh()
  }

  func use(_ fulfilment: Fulfilment) async {
    self.fulfilment.withLock { $0 = fulfilment }
    await followCity()
  }

  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.source.run() }
      group.addTask { await self.stopSource.run() }
      group.addTask {
        for await _ in self.city.changes() { await self.followCity() }
      }
    }
  }
}
