import Foundation
import Storage
import Sync
import SyncTestSupport
import Synchronization

/// A cached source whose tasks run on the test's thread and only on request.
final class ScheduledSource {
  typealias Snapshot = SourceSnapshot<String, Int>

  let executor: SimulationExecutor
  let gate = Gate()
  let server = HeldServer<String, Int>()
  let now = CachedSourceExample.Now()
  let source: CachedSource<String, Int>
  private var running: Task<Void, Never>?

  init(
    _ store: CollectionRepository<Snapshot> = CollectionRepository(), capacity: Int = 4,
    seed: UInt64 = 1, isRunning: Bool = true
  ) {
    executor = SimulationExecutor(seed: seed)
    let (server, now) = (server, now)
    source = CachedSource(
      store: store, scope: "en", capacity: capacity, freshFor: .seconds(600),
      usableFor: .seconds(86_400), gate: gate, now: { now.date }
    ) { scope, validator in
      await server.fetch(scope, validator)
    }
    if isRunning { run() }
  }

  /// Creates a source over a store in memory with this snapshot.
  convenience init(_ stored: Snapshot, isRunning: Bool = true) {
    self.init(CollectionRepository(inMemory: [stored]), isRunning: isRunning)
  }

  deinit { running?.cancel() }

  /// Returns a snapshot of this age in seconds at the start of the test.
  static func snapshot(of scope: String = "en", _ value: Int, age: Double = 0) -> Snapshot {
    SourceSnapshot(scope: scope, value: value, time: CachedSourceExample.Now().date - age)
  }

  /// Returns a store of snapshots with a file in this directory.
  static func store(in directory: URL) -> CollectionRepository<Snapshot> {
    CollectionRepository(
      .memoryBackedByFile("values"), class: .cache, schema: StoredSchema(Snapshot.self),
      in: StorageDirectory(directory))
  }

  /// Starts the source.
  func run() {
    let source = source
    running = Task(executorPreference: executor) { await source.run() }
    settle()
  }

  /// Runs until every task waits for the server.
  func settle() {
    while executor.step() {}
  }

  /// Starts a consumer, which receives states until it is canceled.
  @discardableResult
  func consume(_ fetching: FetchPolicy = .whenStale) -> Task<Void, Never> {
    let source = source
    return Task(executorPreference: executor) {
      for await _ in await source.states(fetching: fetching) {}
    }
  }

  /// Cancels a consumer.
  func cancel(_ consumer: Task<Void, Never>) {
    consumer.cancel()
    settle()
  }

  /// Starts a refresh and returns a reply that receives its result.
  func refresh() -> Reply<Result<Int, SyncError>> {
    let (source, reply) = (source, Reply<Result<Int, SyncError>>())
    Task(executorPreference: executor) {
      let result: Result<Int, SyncError>
      do throws(SyncError) { result = .success(try await source.refresh().value) } catch {
        result = .failure(error)
      }
      reply.answer.withLock { $0 = result }
    }
    settle()
    return reply
  }

  /// Starts a refresh and cancels it once it waits, or before its first step.
  func cancelled(beforeFirstStep: Bool = false) {
    let source = source
    let refresh = Task(executorPreference: executor) { try await source.refresh() }
    if !beforeFirstStep { settle() }
    refresh.cancel()
    settle()
  }

  /// Selects another scope.
  func use(_ scope: String) {
    let source = source
    Task(executorPreference: executor) { await source.select(scope) }
    settle()
  }

  /// Answers the oldest open request.
  func answer(_ answer: SourceOutcome<Int>) {
    give(answer)
    settle()
  }

  /// Sends a response to the oldest open request without running the tasks that receive it.
  func give(_ answer: SourceOutcome<Int>) {
    executor.look { [server] in await server.next() }?.give(answer)
  }
}

extension Reply {
  var result: Answer? { answer.withLock { $0 } }
}
