import Favorites
import Networking
import NetworkingTestSupport
import Sandbox
import Storage
import Sync
import SyncTestSupport
import Testing

/// The calls of an outside team's feature.
@Suite struct FeatureTests {
  @Test func `A run without a city says so and ends when it is canceled`() async throws {
    let favorites = Favorites(in: .still())
    let running = Task { try await favorites.run() }
    for await state in favorites.states() where state.sync.fetch == .closed([.noCity]) { break }
    // A second run returns at once. (TanStack/query#5847: a queue that was resumed twice sent twice.)
    try await favorites.run()
    running.cancel()
    try await running.value
    #expect(favorites.state.sync.fetch == .notRunning)
  }

  @Test func `A store that has run and is released leaves its files to the next one`() async throws
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

  @Test func `A second store on one directory is refused and loses nothing`() async throws {
    let directory = StorageDirectory.inMemory()
    let first = Favorites(in: .still(directory))
    try await first.add("margherita")
    let second = Favorites(in: .still(directory))
    let calls: [@Sendable () async throws -> Void] = [
      { try await second.run() }, { try await second.refresh() }, { try await second.add("a") },
      { try await second.discard(1) },
    ]
    for call in calls {
      await #expect(throws: FavoritesError.sync(.storage(.inUse("favorites")))) { try await call() }
    }
    #expect(!second.state.sync.isLoaded)
    try await first.add("pepperoni")
    let next = Favorites(in: .still(directory.reopened()))
    await #expect(throws: FavoritesError.sync(.noCity)) { try await next.refresh() }
    #expect(next.state.products == ["margherita", "pepperoni"])
  }

  @Test func `Every call of a feature is a call of its store`() async throws {
    let directory = StorageDirectory.inMemory()
    let feature = Feature(store: Queue(in: .still(directory)) { _ in .applied })
    try await feature.store.enqueue(.order)
    #expect(feature.state.map(\.change) == [.order])
    for await state in feature.states() where state == feature.state { break }
    await #expect(throws: SyncError.noCity) { try await feature.refresh() }
    try await feature.retry(1)
    await #expect(throws: SyncError.unknownChange(7)) { try await feature.retry(7) }
    try await feature.discard(1)
    #expect(feature.state.isEmpty)
    let second = Feature(store: Queue(in: .still(directory)) { _ in .applied })
    await #expect(throws: SyncError.storage(.inUse("queue"))) { try await second.run() }
  }

  @Test func `A feature whose environment has a gate of its own is stopped alone`() {
    var environment = FeatureEnvironment.still(city: SettledCity(.almaty))
    #expect(environment.gate === environment.city.gate)
    environment.gate = Gate(closedFor: [.offline])
    #expect(environment.gate.reasons == [.offline] && environment.city.gate.isOpen)
  }

  @Test func `A model expects a lag of one minute and repeats without a fetch by default`() {
    let model = QueueModel<Edit> { _ in .applied }
    #expect(model.replicaLag == .seconds(60))
    #expect(!model.fetchesBeforeRepeating)
    #expect(!NewerEdit(wish: "").isLarge)
  }
}

private struct Feature: OptimisticFeature {
  let store: Queue<Edit>
}

extension FeatureEnvironment {
  /// Returns an environment with a server that is never reached, by default without a city.
  fileprivate static func still(
    _ directory: StorageDirectory = .inMemory(), city: SettledCity = SettledCity()
  ) -> FeatureEnvironment {
    FeatureEnvironment(
      transport: NoServer(), directory: directory, city: city, clock: InstantClock())
  }
}
