public import Foundation
public import Menu
public import Sync
import Testing

extension MenuCatalog {
  /// Returns the current state, after loading the stored data; causes no request.
  public func loaded() async -> MenuState {
    await load()
    return state
  }

  /// Returns the unavailability of an item at a time, from the current state.
  public func absence(of item: MenuItem, at time: Date) async throws -> Unavailability? {
    try #require(await loaded().orderable(at: time)).unavailability(of: item)
  }

  /// Runs the catalog during `body`.
  public func running(_ body: @Sendable @escaping () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.run() }
      for await state in self.states() where state.fetch != .notRunning { break }
      try await body()
      group.cancelAll()
    }
  }

  /// Runs the catalog during `body`, which begins with the menu and its unavailable items.
  public func runningLoaded(_ body: @Sendable @escaping () async throws -> Void) async throws {
    try await running {
      try await self.refresh()
      try await self.refreshUnavailable()
      try await body()
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

extension UnavailableItems {
  /// The revision of the list, which tests with public access compare.
  public var listRevision: Int { revision }
}
