import Foundation
import Storage
import Sync
import SyncTestSupport
import Synchronization
import Testing

/// A source of dishes by language, with its server and a clock that a test controls.
final class CachedSourceExample: Sendable {
  typealias Dishes = [String: Int]
  typealias State = SourceState<String, Dishes>

  let store: CollectionRepository<SourceSnapshot<String, Dishes>>
  let gate: Gate
  let server = HeldServer<String, Dishes>()
  let source: CachedSource<String, Dishes>
  let now = Now()

  init(
    _ store: CollectionRepository<SourceSnapshot<String, Dishes>> = CollectionRepository(),
    closedFor reasons: Set<Gate.Reason> = []
  ) {
    self.store = store
    gate = Gate(closedFor: reasons)
    let (server, now) = (server, now)
    source = CachedSource(
      store: store, scope: "en", capacity: 2, freshFor: .seconds(600), usableFor: .seconds(86_400),
      gate: gate, now: { now.date }
    ) { scope, validator in
      await server.fetch(scope, validator)
    }
  }

  /// The current time, which advances only on request.
  final class Now: Sendable {
    private let seconds = Mutex(1_000_000.0)
    var date: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func pass(_ passed: Double) { seconds.withLock { $0 += passed } }
  }

  /// Expects that a refresh sends no validator, and returns the value of the response.
  func expectRefreshWithoutValidator() async throws {
    async let refreshed = source.refresh()
    let request = await server.next()
    #expect(request.validator == nil)
    request.give(.value(["pizza": 2]))
    let snapshot = try await refreshed
    #expect(snapshot.value == ["pizza": 2])
  }

  /// Returns a snapshot of this age in seconds.
  func snapshot(
    of scope: String = "en", _ value: Dishes, version: Int? = nil, age: Double = 0,
    validator: String? = nil
  ) -> SourceSnapshot<String, Dishes> {
    SourceSnapshot(
      scope: scope, value: value, version: version, time: now.date - age, validator: validator)
  }

  /// Runs the source while `body` runs.
  func running(_ body: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.source.run() }
      _ = await self.state { $0.fetch != .notRunning }
      try await body()
      group.cancelAll()
    }
  }

  /// Returns the first matching state that a new consumer receives.
  func state(
    _ fetching: FetchPolicy = .never, where fits: @Sendable (State) -> Bool = { _ in true }
  ) async -> State? {
    for await state in await source.states(fetching: fetching) where fits(state) { return state }
    return nil
  }
}

extension AsyncIteratorProtocol where Failure == Never {
  /// Returns the next element, for a test that awaits one element at a time.
  mutating func look() async -> Element? {
    await next(isolation: #isolation)
  }
}
