import Networking
import Sandbox
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueDelayTests {
  // powersync-ja/powersync-swift#145: a failed upload was retried only at the next change.
  // TanStack/db#1301: the queue gave up after ten attempts.
  @Test(arguments: [(.max, 1), (1 << 63, 0.75)] as [(UInt64, Double)])
  func `Half of a delay is random, and it doubles with each failure, up to one minute`(
    number: UInt64, part: Double
  ) throws {
    let bench = QueueBench<FreeChange>(random: EqualNumbers(number: number)) { _, _ in .unknown }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    for longest in [1, 2, 4, 8, 16, 32, 60, 60, 60, 60] {
      #expect(try bench.reasons() == [.backoff(.seconds(longest) * part)])
      bench.wait()
    }
    #expect(bench.sent.map(\.mayBeApplied) == [false] + Array(repeating: true, count: 10))
  }

  @Test func `An attempt that did not leave the device delays the next one, and is no failure`()
    throws
  {
    let bench = QueueBench<FreeChange> { _, number in number < 3 ? .notSent : .unknown }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    for delay in [1, 2, 4] {
      #expect(try bench.reasons() == [.backoff(.seconds(delay))])
      bench.wait()
    }
  }

  @Test func `A retried and a replaced change do not wait until their delay has ended`() throws {
    let bench = QueueBench<FreeChange> { _, number in number < 3 ? .notSent : .applied }
    try bench.enqueue(FreeChange("a", 1))
    bench.start()
    try bench.retry(1)
    #expect(bench.sent.map(\.key) == ["key1", "key1"])
    try bench.replace(1, with: FreeChange("a", 2))
    #expect(bench.sent.map(\.change.value) == [1, 1, 2])
  }

  @Test func `An earlier order does not wait for a later change`() throws {
    let bench = QueueBench<Edit> { _, number in number == 1 ? .tryLater() : .applied }
    try bench.enqueue(.order, .set("a", 1))
    bench.start()
    #expect(try bench.reasons().last == .blockedByDependency(1))
    bench.wait()
    #expect(bench.sent.map(\.change) == [.order, .order, .set("a", 1)])
  }
}
