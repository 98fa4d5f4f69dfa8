import Foundation
import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

/// The scopes of a cached source, its gate and its validators.
@Suite struct CachedSourceScopeTests {
  // MARK: Scopes

  @Test func `A response for a scope that was left is stored, and shown only in its scope`()
    async throws
  {
    let bench = SourceBench()
    let consumer = bench.consume()
    let refreshed = bench.refresh()
    let old = bench.take()
    bench.select("kk")
    #expect(refreshed.result == .failure(.superseded))
    let new = bench.take()
    old?.give(.value(1))
    bench.settle()
    #expect(bench.state.scope == "kk" && bench.state.value == nil && bench.state.fetch == .fetching)
    new?.give(.value(2))
    bench.settle()
    #expect(Set(consumer.received.compactMap(\.value)) == [2])
    bench.select("en")
    #expect(bench.state.value == 1 && bench.state.fetch == .idle && bench.requests == 2)
  }

  @Test func `A refresh of a scope that was left and selected again is superseded`() {
    let bench = SourceBench()
    let refreshed = bench.refresh()
    bench.select("ru")
    bench.select("en")
    #expect(refreshed.result == .failure(.superseded))
  }

  @Test func `A fetch that has failed or is due for one scope is not for another`() {
    for failure in [FetchFailure.status(503), nil] {
      let bench = SourceBench(SourceBench.snapshot(of: "kk", 1))
      bench.consume()
      if let failure { bench.answer(.failed(failure)) }
      #expect(bench.state.fetch == failure.map(FetchStatus.failed) ?? .fetching)
      bench.select("kk")
      #expect(bench.requests == 1 && bench.state.fetch == .idle)
    }
  }

  @Test(.temporaryDirectory, arguments: UInt64(0)..<2)
  func `A scope that is selected while a response is being stored is fetched`(seed: UInt64) {
    for steps in 0..<20 {
      let directory = StorageDirectory(TemporaryDirectory.url.appending(path: "\(steps)"))
      let bench = SourceBench(SourceBench.store(in: directory), seed: seed)
      bench.consume()
      bench.take()?.give(.value(1))
      bench.step(steps)
      bench.select("kk")
      #expect(bench.requests == 2 && bench.state.fetch == .fetching, "after \(steps) steps")
    }
  }

  // MARK: The gate

  @Test func `A server that wants the user to sign in closes the gate, and is asked again`() {
    let bench = SourceBench()
    bench.consume()
    bench.answer(.closed(.signedOut))
    #expect(bench.state.fetch == .closed([.signedOut]) && bench.gate.reasons == [.signedOut])
    bench.gate.open(for: .signedOut)
    bench.settle()
    bench.answer(.value(1))
    #expect(bench.state.value == 1)
  }

  @Test func `An opened gate repeats a fetch that failed, and fetches what became stale`() {
    for isFailure in [true, false] {
      let bench = SourceBench(SourceBench.snapshot(1, age: isFailure ? 700 : 0))
      bench.consume()
      if isFailure { bench.answer(.failed(.status(503))) }
      let requests = bench.requests
      bench.gate.close(for: .offline)
      bench.settle()
      #expect(bench.state.fetch == (isFailure ? .failed(.status(503)) : .idle))
      bench.time.turn(by: 601)
      bench.gate.open(for: .offline)
      bench.settle()
      #expect(bench.requests == requests + 1)
    }
  }

  // MARK: Validators

  @Test func `'Not modified' keeps the value and makes it fresh`() async throws {
    let bench = SourceBench(SourceBench.snapshot(1, version: 7, age: 700, validator: "W/\"1\""))
    let refreshed = bench.refresh()
    let request = bench.answer(.notModified)
    let confirmed = SourceBench.snapshot(1, version: 7, validator: "W/\"1\"")
    #expect(request?.validator == "W/\"1\"")
    #expect(try refreshed.received.first?.get() == confirmed)
    #expect(try await bench.store.element("en") == confirmed)
  }

  @Test func `'Not modified' without a sent validator is a failure`() {
    let old = SourceBench.snapshot(1, age: 700)
    let bench = SourceBench(old)
    #expect(bench.refresh(with: .notModified) == .failure(.fetch(.status(304))))
    #expect(bench.state.snapshot == old)
  }
}
