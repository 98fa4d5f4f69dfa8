public import Foundation
public import Menu
public import Sync
import Testing

extension MenuCatalog {
  /// Returns the current state of the menu.
  public func menuNow() async throws -> MenuState {
    for await state in await menus() { return state }
    throw Ended()
  }

  /// Returns the current state of the stop list.
  public func stopsNow() async throws -> StopState {
    for await state in await stops() { return state }
    throw Ended()
  }

  /// Returns the unavailability of an item at a time, from the current menu and stop list.
  public func absence(of item: MenuItem, at time: Date) async throws -> Unavailability? {
    let menu = try #require(await menuNow().value)
    let stops = try await stopsNow().value ?? .empty
    let order = try #require(
      OrderableMenu(menu, stops: stops, at: time, timeZone: "Asia/Almaty"))
    return order.unavailability(of: item)
  }

  /// Runs the catalog during `body`.
  public func running(_ body: @Sendable @escaping () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.run() }
      for await state in await self.menus() where state.fetch != .notRunning { break }
      for await state in await self.stops() where state.fetch != .notRunning { break }
      try await body()
      group.cancelAll()
    }
  }

  /// Returns the error of a refresh; records an issue if the refresh succeeds.
  public func refreshFailure() async -> SyncError? {
    do {
      try await refresh()
      Issue.record("The refresh succeeded")
      return nil
    } catch {
      return error
    }
  }
}

private struct Ended: Error {}
