import Foundation
import Networking
import Sync
import Synchronization

/// Catalog with one source for menus and one for stop lists.
final class DefaultMenuCatalog: MenuCatalog {
  private let source: CachedSource<MenuScope, MenuSnapshot>
  private let stopSource: CachedSource<Int, StopList>
  private let settled: SettledCity

  init(
    server: MenuServer, kept: MenuRepositories, fulfilment: Fulfilment, context: RequestContext,
    gate: Gate, now: @escaping @Sendable () -> Date
  ) {
    let settled = SettledCity(context)
    self.settled = settled
    source = CachedSource(
      store: kept.menus, scope: MenuScope(fulfilment, in: context), freshFor: .seconds(600),
      gate: gate, now: now
    ) { scope, validator in
      guard let context = settled.context(of: scope) else { return .failed("the city has changed") }
      return await server.menu(scope, in: context, ifNot: validator)
    }
    stopSource = CachedSource(
      // An outdated stop list is worse than a flickering one, so age and replica lag are limited.
      store: kept.stops, scope: context.city, freshFor: .seconds(60), usableFor: .seconds(43_200),
      replicaLag: .seconds(600), gate: gate, now: now
    ) { city, validator in
      guard let context = settled.context(of: city) else { return .failed("the city has changed") }
      return await server.stops(in: context, ifNot: validator)
    }
  }

  func menus() async -> any AsyncSequence<MenuState, Never> & Sendable {
    await source.states()
  }

  func stops() async -> any AsyncSequence<StopState, Never> & Sendable {
    await stopSource.states()
  }

  func refresh() async throws(SourceError) {
    try await source.refresh()
  }

  func refreshStops() async throws(SourceError) {
    try await stopSource.refresh()
  }

  func use(_ fulfilment: Fulfilment, in context: RequestContext) async {
    settled.take(context)
    await source.use(MenuScope(fulfilment, in: context))
    await stopSource.use(context.city)
  }

  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.source.run() }
      group.addTask { await self.stopSource.run() }
    }
  }
}

/// Current context for requests.
///
/// Scopes are stored on disk and contexts are not, so each request looks up its context here.
private final class SettledCity: Sendable {
  private let present: Mutex<RequestContext>

  init(_ context: RequestContext) {
    present = Mutex(context)
  }

  func take(_ context: RequestContext) {
    present.withLock { $0 = context }
  }

  func context(of scope: MenuScope) -> RequestContext? {
    present.withLock { $0.city == scope.city && $0.language == scope.language ? $0 : nil }
  }

  func context(of city: Int) -> RequestContext? {
    present.withLock { $0.city == city ? $0 : nil }
  }
}
