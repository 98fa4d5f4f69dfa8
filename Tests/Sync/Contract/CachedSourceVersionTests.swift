import Storage
import Sync
import SyncTestSupport
import Testing

/// Versions against replicas of the server that lag by up to an hour.
@Suite struct CachedSourceVersionTests {
  private let outdated = Result<Int, SyncError>.failure(.fetch(.outdated))

  @Test func `A lagging replica's answer is not used, and the refresh says so`() async throws {
    let newest = SourceBench.snapshot(2, version: 2, age: 3_600)
    let bench = SourceBench(newest)
    #expect(bench.refresh(with: .value(1, version: 1)) == outdated)
    #expect(bench.state.fetch == .failed(.outdated) && bench.state.snapshot == newest)
    #expect(try await bench.store.element("en") == newest)
  }

  @Test
  func `A version that was too high is replaced after the longest lag, also by a new process`()
    async throws
  {
    let bench = SourceBench()
    bench.refresh(with: .value(9, version: 1_000_000))
    bench.time.turn(by: 1_800)
    // An answer that is not used does not confirm the stored version.
    #expect(bench.refresh(with: .value(1, version: 5)) == outdated)
    let restarted = SourceBench(bench.store)
    restarted.time.turn(by: 3_601)
    #expect(restarted.refresh(with: .value(1, version: 5)) == .success(1))
    #expect(restarted.refresh(with: .value(2, version: 6)) == .success(2))
    #expect(try await restarted.store.element("en")?.version == 6)
  }

  @Test func `A clock that was wrong by years keeps no version forever`() {
    let bench = SourceBench(SourceBench.snapshot(2, version: 2, age: -90_000_000))
    #expect(bench.refresh(with: .value(1, version: 1)) == .success(1))
  }
}
