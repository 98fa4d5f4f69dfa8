import Favorites
import Foundation
import Networking
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport
import Testing

@Suite struct OptimisticStoreTests {
  /// The number of worlds; the long run asks for more.
  private static let seeds =
    ProcessInfo.processInfo.environment["FAVORITES_SEEDS"].flatMap { UInt64($0) } ?? 2_000

  @Test func `a change of an outside feature is shown, sent once and never lost`() async throws {
    let requests = try await expectKept(in: 0..<Self.seeds, FavoritesSimulation.world)
    #expect(requests > Int(Self.seeds), "hardly anything was sent")
  }

  @Test func `a simulated world is the same twice`() async throws {
    try await expectSame(in: 0..<40, FavoritesSimulation.world)
  }

  @Test func `refresh without a city throws that there is none`() async {
    let favorites = Favorites(in: .still())
    await #expect(throws: FavoritesError.sync(.noCity)) { try await favorites.refresh() }
  }

  @Test func `refresh works without run`() async throws {
    let gate = Gate()
    let favorites = Favorites(
      in: FeatureEnvironment(
        transport: UnreachableServer(), city: SettledCity(.almaty, gate: gate),
        clock: InstantClock()))
    await #expect(throws: FavoritesError.sync(.fetch(.noAnswer(.offline)))) {
      try await favorites.refresh()
    }
  }

  @Test func `refresh in a cancelled task throws that it was cancelled`() async {
    let favorites = Favorites(in: .still())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await favorites.refresh()
    }
    await #expect(throws: FavoritesError.sync(.cancelled)) { try await task.value }
  }

  @Test func `a change without run and city is shown and stored`() async throws {
    let favorites = Favorites(in: .still())
    #expect(try await favorites.add("margherita") == .memoryOnly)
    #expect(favorites.state.products == ["margherita"])
    #expect(favorites.state.sync.fetch == .notRunning)
    #expect(!favorites.state.sync.isSettled)
  }
}

extension FeatureEnvironment {
  /// An environment in memory, without a city and with a server that is never reached.
  fileprivate static func still() -> FeatureEnvironment {
    FeatureEnvironment(transport: UnreachableServer(), clock: InstantClock())
  }
}

private struct UnreachableServer: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
