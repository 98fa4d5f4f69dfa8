import Favorites
import Foundation
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OptimisticStoreTests {
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
    #expect(try await favorites.add("margherita") == .inMemory)
    #expect(favorites.state.products == ["margherita"])
    #expect(favorites.state.sync.fetch == .notRunning)
    #expect(!favorites.state.sync.isSettled)
  }

  // MARK: Bad input

  @Test func `a change in a cancelled task throws and changes nothing`() async {
    let favorites = Favorites(in: .still())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await favorites.add("margherita")
    }
    await #expect(throws: FavoritesError.sync(.cancelled)) { try await task.value }
    #expect(favorites.state.products == [])
  }

  @Test func `a run without a city says so and ends when it is cancelled`() async throws {
    let favorites = Favorites(in: .still())
    let running = Task { try await favorites.run() }
    for await state in favorites.states() where state.sync.fetch == .closed([.noCity]) { break }
    // A second run returns at once.
    try await favorites.run()
    running.cancel()
    try await running.value
    #expect(favorites.state.sync.fetch == .notRunning)
  }

  @Test func `a store that has run and is released leaves its files to the next one`() async throws
  {
    let directory = StorageDirectory.inMemory()
    func runOnce() async throws {
      let favorites = Favorites(in: .still(directory))
      let running = Task { try await favorites.run() }
      try await favorites.add("margherita")
      for await state in favorites.states() where state.sync.fetch == .closed([.noCity]) { break }
      running.cancel()
      try await running.value
    }
    try await runOnce()
    let next = Favorites(in: .still(directory))
    try await next.add("pepperoni")
    #expect(next.state.products == ["margherita", "pepperoni"])
  }

  @Test func `a second store on one directory is refused and loses nothing`() async throws {
    let directory = StorageDirectory.inMemory()
    let first = Favorites(in: .still(directory))
    try await first.add("margherita")
    let second = Favorites(in: .still(directory))
    for call in [{ try await second.run() }, { try await second.refresh() }] {
      await #expect(throws: FavoritesError.self) { try await call() }
    }
    await #expect(throws: FavoritesError.sync(.storage(.inUse("favorites")))) {
      try await second.add("pepperoni")
    }
    #expect(!second.state.sync.isLoaded)
    try await first.add("pepperoni")
    #expect(
      try await reopened(directory).state.products == ["margherita", "pepperoni"])
  }

  @Test func `the journal of another account is refused, stays, and is sent by its own`()
    async throws
  {
    let directory = StorageDirectory.inMemory()
    try await Favorites(in: .still(directory, account: "anna")).add("margherita")
    let other = directory.reopened()
    let boris = Favorites(in: .still(other, account: "boris"))
    for call in [{ try await boris.run() }, { try await boris.refresh() }] {
      await #expect(throws: FavoritesError.sync(.anotherAccount("anna"))) { try await call() }
    }
    await #expect(throws: FavoritesError.sync(.anotherAccount("anna"))) {
      try await boris.add("pepperoni")
    }
    #expect(boris.state.products == [])
    #expect(try await reopened(other, account: "anna").state.products == ["margherita"])
  }

  @Test func `a change that this release cannot read is shown and kept for one that can`()
    async throws
  {
    let directory = StorageDirectory.inMemory()
    func newerRelease(in directory: StorageDirectory) -> Queue<NewerChange> {
      Queue(
        journal: OutboxJournal("favorites", in: directory), gate: Gate(), send: { _ in .unknown })
    }
    _ = try await newerRelease(in: directory).enqueue(NewerChange(color: "red"))
    let older = directory.reopened()
    let favorites = try await reopened(older)
    #expect(favorites.state.refused == [1: .unreadable])
    // The newer release may have sent it.
    await #expect(throws: FavoritesError.sync(.mayBeApplied(1))) { try await favorites.discard(1) }
    let items = try await newerRelease(in: older.reopened()).items()
    #expect(items.map(\.change) == [NewerChange(color: "red")])
  }

  @Test func `a decision about an unknown change throws`() async {
    let favorites = Favorites(in: .still())
    await #expect(throws: FavoritesError.sync(.unknownChange(7))) { try await favorites.discard(7) }
  }

  /// Returns the feature of a later process, which has loaded its files.
  private func reopened(
    _ directory: StorageDirectory, account: String? = nil
  ) async throws -> Favorites {
    let favorites = Favorites(in: .still(directory.reopened(), account: account))
    await #expect(throws: FavoritesError.sync(.noCity)) { try await favorites.refresh() }
    return favorites
  }
}

/// A change that only a later release can read.
private struct NewerChange: OutboxChange {
  let color: String
  var lane: Lane { Lane("favorites", "all") }
}

extension FeatureEnvironment {
  /// Returns an environment in memory, without a city and with a server that is never reached.
  fileprivate static func still(
    _ directory: StorageDirectory = .inMemory(), account: String? = nil
  ) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: UnreachableServer(), directory: directory, account: account, clock: InstantClock())
  }
}

private struct UnreachableServer: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
