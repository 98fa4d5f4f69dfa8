import Storage
import Sync
import SyncTestSupport
import Testing

@Suite struct CachedSourceRefreshTests {
  private let bench = SourceBench()

  @Test func `One request satisfies all refreshes that were called before it left`() {
    bench.refresh()
    let others = (0..<3).map { _ in bench.refresh() }
    bench.answer(.value(1))
    bench.answer(.value(2))
    #expect(others.map(\.result) == [.success(2), .success(2), .success(2)])
    #expect(bench.requests == 2)
  }

  @Test func `A refresh throws the failure of its own request and of no other`() {
    let first = bench.refresh()
    let second = bench.refresh()
    bench.answer(.failed(.status(503)))
    #expect(first.result == .failure(.fetch(.status(503))) && second.result == nil)
    bench.answer(.value(2))
    #expect(second.result == .success(2))
  }

  @Test func `A refresh that is canceled says so, and sends no request of its own`() {
    let first = bench.refresh()
    let second = bench.refresh()
    bench.cancel(second)
    #expect(second.result == .failure(.cancelled))
    bench.answer(.value(1))
    #expect(first.result == .success(1) && bench.requests == 1)
  }

  @Test func `A refresh in a canceled task says so, and sends no request for other consumers`() {
    let bench = SourceBench(SourceBench.snapshot(1))
    bench.consume()
    let refreshed = bench.refresh(settles: false)
    bench.cancel(refreshed)
    #expect(refreshed.result == .failure(.cancelled))
    #expect(bench.requests == 0 && bench.state.fetch == .idle)
  }

  @Test func `A refresh throws when the gate closes before its request leaves`() {
    bench.refresh()
    let refreshed = bench.refresh()
    bench.gate.close(for: .offline)
    bench.answer(.value(1))
    #expect(refreshed.result == .failure(.closed([.offline])))
  }

  // MARK: Without run

  @Test func `A refresh without run sends the request itself`() {
    let bench = SourceBench(isRunning: false)
    let refreshed = bench.refresh()
    #expect(bench.state.fetch == .fetching)
    bench.answer(.value(1))
    #expect(refreshed.result == .success(1))
    #expect(bench.state.value == 1 && bench.state.fetch == .notRunning)
  }

  @Test func `A request that ends with its caller is sent again by the next refresh`() {
    let bench = SourceBench(isRunning: false)
    let first = bench.refresh()
    bench.take()
    let second = bench.refresh()
    bench.cancel(first)
    #expect(first.result == .failure(.cancelled))
    bench.answer(.value(1))
    #expect(second.result == .success(1))
  }

  @Test func `A refresh sends the request again when the run that sent it is canceled`() {
    let refreshed = bench.refresh()
    bench.take()
    bench.stop()
    bench.answer(.value(1))
    #expect(refreshed.result == .success(1) && bench.state.fetch == .notRunning)
  }
}
