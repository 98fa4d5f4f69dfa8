import Foundation
import Storage
import SyncTestSupport
import Synchronization
import Testing

@testable import Sync

/// A cached source whose tasks run on the test's thread and only on request.
private final class ScheduledSource {
  typealias Snapshot = SourceSnapshot<String, Int>

  let executor = SimulationExecutor(seed: 1)
  let gate = Gate()
  let server = HeldServer<String, Int>()
  let source: CachedSource<String, Int>
  private var running: Task<Void, Never>?

  init() {
    let server = server
    source = CachedSource(
      store: CollectionRepository(), scope: "en", freshFor: .seconds(600), gate: gate,
      now: { .distantPast }
    ) { scope, validator in
      await server.fetch(scope, validator)
    }
    let source = source
    running = Task(executorPreference: executor) { await source.run() }
    settle()
  }

  deinit { running?.cancel() }

  /// Runs until every task waits for the server.
  func settle() {
    while executor.step() {}
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

  /// Starts a refresh and cancels it.
  func cancelled() {
    let source = source
    let refresh = Task(executorPreference: executor) { try await source.refresh() }
    settle()
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
    executor.look { [server] in await server.next() }?.give(answer)
    settle()
  }
}

extension Reply {
  fileprivate var result: Answer? { answer.withLock { $0 } }
}

@Suite("A refresh of a cached source")
struct CachedSourceRefreshTests {
  private let scheduled = ScheduledSource()

  @Test func `a request that left before a refresh does not satisfy it`() {
    let first = scheduled.refresh()
    let second = scheduled.refresh()
    scheduled.answer(.value(1))
    #expect(first.result == .success(1))
    #expect(second.result == nil)
    scheduled.answer(.value(2))
    #expect(second.result == .success(2))
  }

  @Test func `one request satisfies all refreshes that were called before it left`() {
    _ = scheduled.refresh()
    let others = (0..<3).map { _ in scheduled.refresh() }
    scheduled.answer(.value(1))
    scheduled.answer(.value(2))
    #expect(others.map(\.result) == [.success(2), .success(2), .success(2)])
    #expect(scheduled.server.count == 2)
  }

  @Test func `a refresh throws the failure of its own request and of no other`() {
    let first = scheduled.refresh()
    let second = scheduled.refresh()
    scheduled.answer(.failed(.status(503)))
    #expect(first.result == .failure(.fetch(.status(503))))
    #expect(second.result == nil)
    scheduled.answer(.value(2))
    #expect(second.result == .success(2))
  }

  @Test func `a refresh that was canceled sends no request of its own`() {
    let first = scheduled.refresh()
    scheduled.cancelled()
    scheduled.answer(.value(1))
    #expect(first.result == .success(1))
    #expect(scheduled.server.count == 1)
  }

  @Test func `a source that waits for a newer answer is fetching`() async {
    _ = scheduled.refresh()
    _ = scheduled.refresh()
    scheduled.answer(.value(1))
    let state = scheduled.source.state
    #expect(state.value == 1)
    #expect(state.fetch == .fetching)
  }

  @Test func `a refresh of a scope that was left and taken again says so`() {
    let refreshed = scheduled.refresh()
    scheduled.use("ru")
    scheduled.use("en")
    #expect(refreshed.result == .failure(.superseded))
  }

  @Test func `a refresh under way throws when the gate closes before its request leaves`() {
    _ = scheduled.refresh()
    let refreshed = scheduled.refresh()
    scheduled.gate.close(for: .offline)
    scheduled.answer(.value(1))
    #expect(refreshed.result == .failure(.closed([.offline])))
  }
}
