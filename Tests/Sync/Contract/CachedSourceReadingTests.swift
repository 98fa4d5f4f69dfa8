import Networking
import Storage
import Sync
import SyncTestSupport
import Testing

@Suite struct CachedSourceReadingTests {
  @Test func `A stored value is shown while a newer one is fetched`() {
    let old = SourceBench.snapshot(1, age: 700)
    let bench = SourceBench(old)
    let consumer = bench.consume()
    #expect(bench.state.data == .value(old, isFresh: false))
    #expect(bench.state.fetch == .fetching)
    bench.answer(.value(2))
    #expect(consumer.received.last == bench.state)
    #expect(bench.state.data == .value(SourceBench.snapshot(2), isFresh: true))
    #expect(bench.state.fetch == .idle)
  }

  @Test func `The stored snapshot is shown by each call that reads the store`() {
    let calls: [(SourceBench) -> Void] = [
      { $0.run() }, { $0.consume(.never) }, { $0.cancel($0.refresh(settles: false)) },
      { $0.select("en") },
    ]
    for call in calls {
      let bench = SourceBench(SourceBench.snapshot(1), isRunning: false)
      #expect(bench.state.value == nil)
      call(bench)
      #expect(bench.state.value == 1)
    }
  }

  @Test func `The response to a request whose consumers have left is stored for the next one`() {
    let bench = SourceBench()
    let consumers = [bench.consume(), bench.consume()]
    for consumer in consumers { bench.cancel(consumer) }
    #expect(bench.state.fetch == .fetching)
    bench.answer(.value(1))
    bench.consume()
    #expect(bench.state.value == 1 && bench.state.fetch == .idle && bench.requests == 1)
  }

  @Test func `A fresh value is fetched only on demand`() {
    let bench = SourceBench(SourceBench.snapshot(1))
    bench.consume(.whenStale)
    #expect(bench.requests == 0 && bench.state.fetch == .idle)
    bench.consume(.always)
    bench.answer(.value(2))
    #expect(bench.state.value == 2)
  }

  @Test(
    arguments: [
      (600, true), (601, false), (90_000, false),
      // The clock was set back, so the true age is unknown.
      (-90_000, false),
    ] as [(Double, Bool)])
  func `A snapshot is fresh up to an age, and shown after it`(age: Double, isFresh: Bool) {
    let snapshot = SourceBench.snapshot(1, age: age, validator: "1")
    let bench = SourceBench(snapshot)
    #expect(bench.state.data == .value(snapshot, isFresh: isFresh))
    bench.refresh()
    #expect(bench.answer(.value(2))?.validator == "1")
  }

  @Test func `A new consumer and a selection show that a snapshot is no longer fresh`() {
    let snapshot = SourceBench.snapshot(1)
    for call in [{ $0.consume(.never) }, { $0.select("en") }] as [(SourceBench) -> Void] {
      let bench = SourceBench(snapshot, isRunning: false)
      bench.consume(.never)
      #expect(bench.state.data == .value(snapshot, isFresh: true))
      bench.time.turn(by: 601)
      call(bench)
      #expect(bench.state.data == .value(snapshot, isFresh: false))
    }
  }

  @Test func `A failure keeps the value, is no loop, and is tried again by the next consumer`() {
    let bench = SourceBench(SourceBench.snapshot(1, age: 700))
    bench.consume()
    bench.answer(.failed(.status(503)))
    #expect(bench.state.value == 1 && bench.state.fetch == .failed(.status(503)))
    #expect(bench.requests == 1)
    bench.consume()
    bench.answer(.value(2))
    #expect(bench.state.value == 2 && bench.state.fetch == .idle)
  }

  @Test func `A consumer of a fresh snapshot that came before run causes no request`() {
    let bench = SourceBench(SourceBench.snapshot(1), isRunning: false)
    bench.consume()
    bench.run()
    #expect(bench.requests == 0 && bench.state.fetch == .idle)
  }

  @Test func `A source without run says so and sends no request for its consumers`() {
    let bench = SourceBench(isRunning: false)
    bench.consume(.whenStale)
    bench.select("ru")
    bench.consume(.always)
    #expect(bench.state.fetch == .notRunning && bench.requests == 0)
  }

  @Test func `A source that runs again fetches what was due; a second run at a time does nothing`()
    async
  {
    let bench = SourceBench()
    bench.consume()
    let first = bench.take()
    let running = bench.source
    await running.run()
    bench.stop()
    await first?.isCalledOff()
    #expect(bench.state.fetch == .notRunning)
    bench.run()
    bench.answer(.value(1))
    #expect(bench.state.value == 1 && bench.requests == 2)
  }
}
