import Foundation
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite("The fetches of a cached source")
struct CachedSourceFetchTests {
  private typealias Source = ScheduledSource

  @Test func `a running source shows the stored snapshot without a consumer`() {
    let scheduled = Source(Source.snapshot(1))
    #expect(scheduled.source.state.value == 1)
    #expect(scheduled.source.state.fetch == .idle)
  }

  @Test func `a source shows the stored snapshot once a canceled refresh has read it`() {
    let scheduled = Source(Source.snapshot(1), isRunning: false)
    scheduled.cancelled(beforeFirstStep: true)
    #expect(scheduled.source.state.value == 1)
  }

  @Test func `a consumer of a fresh snapshot that came before run causes no request`() {
    let scheduled = Source(Source.snapshot(1), isRunning: false)
    scheduled.consume()
    scheduled.settle()
    scheduled.run()
    #expect(scheduled.server.count == 0)
    #expect(scheduled.source.state.fetch == .idle)
  }

  @Test func `a failure of one scope does not count for another`() {
    let scheduled = Source(Source.snapshot(of: "kk", 1))
    scheduled.consume()
    scheduled.settle()
    scheduled.answer(.failed(.status(503)))
    #expect(scheduled.source.state.fetch == .failed(.status(503)))
    scheduled.use("kk")
    #expect(scheduled.server.count == 1)
    #expect(scheduled.source.state.fetch == .idle)
  }

  @Test func `a fetch that is due for one scope is not due for another`() {
    let scheduled = Source(Source.snapshot(of: "kk", 1))
    scheduled.consume()
    scheduled.settle()
    #expect(scheduled.source.state.fetch == .fetching)
    scheduled.use("kk")
    #expect(scheduled.server.count == 1)
    #expect(scheduled.source.state.fetch == .idle)
  }

  @Test func `a failure is not shown again after the next request was canceled`() {
    let scheduled = Source(Source.snapshot(1, age: 700))
    let first = scheduled.consume()
    scheduled.settle()
    scheduled.answer(.failed(.status(503)))
    scheduled.cancel(first)
    #expect(scheduled.source.state.fetch == .failed(.status(503)))
    let second = scheduled.consume()
    scheduled.settle()
    scheduled.cancel(second)
    #expect(scheduled.server.count == 2)
    #expect(scheduled.source.state.fetch == .idle)
  }

  @Test func `a snapshot that is no longer fresh when the gate opens is fetched`() {
    let scheduled = Source(Source.snapshot(1))
    scheduled.consume()
    scheduled.settle()
    scheduled.gate.close(for: .offline)
    scheduled.settle()
    scheduled.now.pass(601)
    scheduled.gate.open(for: .offline)
    scheduled.settle()
    #expect(scheduled.server.count == 1)
  }

  @Test func `a fetch that failed before the gate closed is repeated when the gate opens`() {
    let scheduled = Source(Source.snapshot(1, age: 700))
    scheduled.consume()
    scheduled.settle()
    scheduled.answer(.failed(.status(503)))
    scheduled.gate.close(for: .offline)
    scheduled.settle()
    #expect(scheduled.source.state.fetch == .failed(.status(503)))
    scheduled.gate.open(for: .offline)
    scheduled.settle()
    #expect(scheduled.server.count == 2)
  }

  @Test(.temporaryDirectory, arguments: UInt64(0)..<5)
  func `a scope that is selected while a response is being stored is fetched`(seed: UInt64) {
    for steps in 0..<20 {
      let directory = TemporaryDirectory.url.appending(path: "\(steps)")
      let scheduled = Source(Source.store(in: directory), seed: seed)
      scheduled.consume()
      scheduled.settle()
      scheduled.give(.value(1))
      for _ in 0..<steps { scheduled.executor.step() }
      scheduled.use("kk")
      #expect(scheduled.server.count == 2, "after \(steps) steps")
      #expect(scheduled.source.state.fetch == .fetching, "after \(steps) steps")
    }
  }
}
