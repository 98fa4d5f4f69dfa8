import Sync
import SyncTestSupport
import Testing

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

  @Test func `a refresh in a canceled task sends no request for other consumers`() {
    let scheduled = ScheduledSource(ScheduledSource.snapshot(1))
    scheduled.consume()
    scheduled.settle()
    scheduled.cancelled(beforeFirstStep: true)
    #expect(scheduled.server.count == 0)
    #expect(scheduled.source.state.fetch == .idle)
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
