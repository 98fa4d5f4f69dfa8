public import Foundation
public import Menu
public import Sync
import Testing

extension MenuCatalog {
  /// The menu's state now.
  public func menuNow() async throws -> MenuState {
    for await state in await menus() { return state }
    throw Ended()
  }

  /// The stop list's state now.
  public func stopsNow() async throws -> StopState {
    for await state in await stops() { return state }
    throw Ended()
  }

  /// Why something cannot be had at a time, as a screen says with the menu and the stops there now.
  public func absence(of item: MenuItem, at time: Date) async throws -> Unavailability? {
    let menu = try #require(await menuNow().value)
    let stops = try await stopsNow().value ?? .empty
    let order = try #require(
      OrderableMenu(menu, stops: stops, at: time, timeZone: "Asia/Almaty"))
    return order.unavailability(of: item)
  }

  /// Does something while the catalog runs.
  public func running(_ body: @Sendable @escaping () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.run() }
      for await state in await self.menus() where state.fetch != .notRunning { break }
      for await state in await self.stops() where state.fetch != .notRunning { break }
      try await body()
      group.cancelAll()
    }
  }

  /// Why a refresh fails; a success is recorded as an issue.
  public func refreshFailure() async -> SourceError? {
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
