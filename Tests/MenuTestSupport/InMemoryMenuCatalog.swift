public import Foundation
public import Menu
public import Networking
import Storage
public import Sync
import Synchronization

/// Catalog for tests and previews that stores nothing on disk and decodes no responses.
///
/// The catalog follows the same rules as the live one, ``MenuCatalogContract``.
public final class InMemoryMenuCatalog: MenuCatalog {
  /// Storage that outlives a catalog, in place of a device's disk.
  public final class Kept: Sendable {
    let menus = CollectionRepository<SourceSnapshot<MenuScope, MenuSnapshot>>(inMemory: [])
    let stops = CollectionRepository<SourceSnapshot<Int, StopList>>(inMemory: [])

    /// Creates empty storage.
    public init() {}
  }

  private let source: CachedSource<MenuScope, MenuSnapshot>
  private let stopSource: CachedSource<Int, StopList>

  /// Creates a catalog; passing the same `kept` again simulates a restart of the app.
  public init(
    server: MenuServerDouble = MenuServerDouble(), kept: Kept = Kept(),
    fulfilment: Fulfilment = .delivery, in context: RequestContext, gate: Gate = Gate(),
    now: @escaping @Sendable () -> Date
  ) {
    source = CachedSource(
      store: kept.menus, scope: MenuScope(fulfilment, in: context), freshFor: .seconds(600),
      gate: gate, now: now
    ) { scope, _ in
      guard !server.isOffline, server.hostile == nil else { return .failed("no network") }
      await server.hold()
      guard !Task.isCancelled else { return .failed("cancelled") }
      let text = server.text(language: scope.language, fulfilment: scope.fulfilment.rawValue)
      do {
        let menu = try MenuSnapshot(json: Data(text.utf8))
        return .value(menu, version: menu.revision)
      } catch {
        return .failed("\(error)")
      }
    }
    stopSource = CachedSource(
      store: kept.stops, scope: context.city, freshFor: .seconds(60), usableFor: .seconds(43_200),
      replicaLag: .seconds(600), gate: gate, now: now
    ) { _, _ in
      guard !server.isOffline, server.hostile == nil else { return .failed("no network") }
      await server.hold()
      guard !Task.isCancelled else { return .failed("cancelled") }
      do {
        let stops = try StopList(json: Data(server.stops.utf8))
        return .value(stops, version: stops.revision)
      } catch {
        return .failed("\(error)")
      }
    }
  }

  /// Returns the states of the menu.
  public func menus() async -> any AsyncSequence<MenuState, Never> & Sendable {
    await source.states()
  }

  /// Returns the states of the stop list.
  public func stops() async -> any AsyncSequence<StopState, Never> & Sendable {
    await stopSource.states()
  }

  /// Fetches the menu from the server double.
  public func refresh() async throws(SourceError) { try await source.refresh() }

  /// Fetches the stop list from the server double.
  public func refreshStops() async throws(SourceError) { try await stopSource.refresh() }

  /// Switches to another scope.
  public func use(_ fulfilment: Fulfilment, in context: RequestContext) async {
    await source.use(MenuScope(fulfilment, in: context))
    await stopSource.use(context.city)
  }

  /// Performs the fetches until its task is canceled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.source.run() }
      group.addTask { await self.stopSource.run() }
    }
  }
}
