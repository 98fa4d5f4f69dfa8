import Foundation
import Storage
import Sync
import SyncTestSupport

/// A cached source of numbers by language, whose tasks run on the test's thread and only on request.
///
/// A snapshot is fresh for 600 seconds.
final class SourceBench {
  typealias Snapshot = SourceSnapshot<String, Int>
  typealias State = SourceState<String, Int>
  typealias Request = HeldServer<String, Int>.Request

  /// A call or a consumer, and what it has received.
  struct Caller<Element: Sendable>: Sendable {
    fileprivate let task: Task<Void, Never>
    fileprivate let log: Log<Element>

    var received: [Element] { log.all }
  }

  let gate = Gate()
  let time = WallClock(1_000_000)
  let store: CollectionRepository<Snapshot>
  let source: CachedSource<String, Int>
  private let executor: SimulationExecutor
  private let server = HeldServer<String, Int>()
  private var running: Task<Void, Never>?

  init(
    _ store: CollectionRepository<Snapshot>, capacity: Int = 4, seed: UInt64 = 1,
    isRunning: Bool = true
  ) {
    self.store = store
    executor = SimulationExecutor(seed: seed)
    let (server, time) = (server, time)
    var environment = FeatureEnvironment(
      transport: NoServer(), clock: VirtualClock(), now: { time.now })
    environment.gate = gate
    source = CachedSource(
      "values", store: store, scope: "en", capacity: capacity, freshFor: .seconds(600),
      in: environment
    ) { scope, validator in
      await server.fetch(scope, validator)
    }
    if isRunning { run() }
  }

  /// Creates a source over a store in memory with these snapshots.
  convenience init(
    _ stored: Snapshot..., capacity: Int = 4, isRunning: Bool = true
  ) {
    self.init(CollectionRepository(inMemory: stored), capacity: capacity, isRunning: isRunning)
  }

  deinit { running?.cancel() }

  /// Returns a snapshot of this age in seconds at the start of the test.
  static func snapshot(
    of scope: String = "en", _ value: Int, version: Int? = nil, age: Double = 0,
    validator: String? = nil
  ) -> Snapshot {
    SourceSnapshot(
      scope: scope, value: value, version: version, time: WallClock(1_000_000 - age).now,
      validator: validator)
  }

  /// Returns a store with a file in a directory.
  static func store(in directory: StorageDirectory) -> CollectionRepository<Snapshot> {
    CollectionRepository(
      .memoryBackedByFile("values"), class: .cache, schema: StoredSchema(Snapshot.self),
      in: directory)
  }

  var state: State { source.state }
  /// The number of requests so far.
  var requests: Int { server.count }

  func run() {
    running = Task(executorPreference: executor) { [source] in await source.run() }
    settle()
  }

  func stop() {
    running?.cancel()
    settle()
  }

  /// Runs until every task waits for the test.
  func settle() {
    while executor.step() {}
  }

  /// Runs a number of steps.
  func step(_ count: Int) {
    for _ in 0..<count { executor.step() }
  }

  /// Starts a consumer, which receives states until it is canceled.
  @discardableResult
  func consume(_ fetching: FetchPolicy = .whenStale) -> Caller<State> {
    start(true) { source, log in
      for await state in await source.states(fetching: fetching) { log.add(state) }
    }
  }

  /// Starts a refresh, which receives one result.
  @discardableResult
  func refresh(settles: Bool = true) -> Caller<Result<Snapshot, SyncError>> {
    start(settles) { source, log in
      do throws(SyncError) { log.add(.success(try await source.refresh())) } catch {
        log.add(.failure(error))
      }
    }
  }

  /// Refreshes once with an answer of the server.
  @discardableResult
  func refresh(with answer: FetchOutcome<Int?>) -> Result<Int, SyncError>? {
    let refreshed = refresh()
    self.answer(answer)
    return refreshed.result
  }

  func select(_ scope: String) {
    _ = start(true) { source, _ in await source.select(scope) } as Caller<Never>
  }

  func cancel(_ caller: Caller<some Sendable>) {
    caller.task.cancel()
    settle()
  }

  /// Returns the oldest open request; its answer is the test's to give.
  @discardableResult
  func take() -> Request? { executor.look { [server] in await server.next() } }

  /// Answers the oldest open request, and returns it.
  @discardableResult
  func answer(_ answer: FetchOutcome<Int?>) -> Request? {
    let request = take()
    request?.give(answer)
    settle()
    return request
  }

  private func start<Element: Sendable>(
    _ settles: Bool,
    _ body: @escaping @Sendable (CachedSource<String, Int>, Log<Element>) async -> Void
  ) -> Caller<Element> {
    let log = Log<Element>()
    let task = Task(executorPreference: executor) { [source] in await body(source, log) }
    if settles { settle() }
    return Caller(task: task, log: log)
  }
}

extension SourceBench.Caller where Element == Result<SourceBench.Snapshot, SyncError> {
  /// The result of a refresh; `nil` until it has returned.
  var result: Result<Int, SyncError>? { received.first.map { $0.map(\.value) } }
}
