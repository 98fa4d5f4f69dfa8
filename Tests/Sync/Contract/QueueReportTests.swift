import Networking
import Storage
import Sync
import SyncTestSupport
import Testing

/// Reported bugs of other queues, one test each; the comment names the report.
@Suite struct QueueReportTests {
  // firebase/firebase-ios-sdk#16475: a lost response applied a change twice.
  // apple/sample-cloudkit-sync-engine#5: a response was attributed to a later edit.
  @Test func `A lost answer is asked for again with the same content under the same key`() throws {
    let bench = QueueBench<Edit> { _, number in number == 1 ? .unknown : .applied }
    try bench.enqueue(.set("a", 1))
    bench.start()
    try bench.enqueue(.set("a", 2), .set("a", 3))
    #expect(try bench.items().map(\.change) == [.set("a", 1), .set("a", 3)])
    #expect(try bench.items().map(\.mayBeApplied) == [true, false])
    bench.wait()
    #expect(bench.sent.map(\.key) == ["key1", "key1", "key3"])
    #expect(bench.sent.map(\.change) == [.set("a", 1), .set("a", 1), .set("a", 3)])
  }

  // aws-amplify/amplify-swift#1324: losing the network ran the startup recovery and lost an edit.
  @Test func `Losing the network changes nothing about what waits`() throws {
    let bench = QueueBench<Edit>()
    bench.start()
    bench.gate.close(for: .offline)
    try bench.enqueue(.create("a"), .set("a", 1), .photo("p"))
    bench.gate.open(for: .offline)
    bench.gate.close(for: .offline)
    bench.rest()
    #expect(
      try bench.reasons() == [
        .gateClosed([.offline]), .blockedByEarlier(1), .gateClosed([.offline]),
      ])
    bench.gate.open(for: .offline)
    bench.rest()
    #expect(bench.sent.count == 3)
  }

  // aws-amplify/amplify-swift#3492: a second change overtook the first, which a restart had
  // interrupted.
  @Test func `A change that a restart interrupted is still the first of its lane`() throws {
    let directory = StorageDirectory.inMemory()
    let before = QueueBench<Edit>(directory) { _, _ in .unknown }
    try before.enqueue(.create("a"), .set("a", 1))
    before.start()
    let after = QueueBench<Edit>(directory.reopened(), keys: "later")
    after.start()
    #expect(after.sent.map(\.change) == [.create("a"), .set("a", 1)])
    #expect(after.sent.map(\.key) == ["key1", "key2"])
  }

  // pubkey/rxdb#8285: a pause during an attempt counted as success.
  @Test func `A change that is stopped in flight is sent again`() throws {
    let bench = QueueBench<Edit> { _, number in number == 1 ? .notSent : .applied }
    try bench.enqueue(.create("a"))
    bench.start().cancel()
    bench.rest()
    #expect(try bench.items().count == 1)
    bench.start()
    bench.wait()
    #expect(try bench.items().isEmpty)
  }

  @Test(arguments: 0..<100)
  func `A run that is canceled at any step starts no further attempt`(steps: Int) throws {
    let bench = QueueBench<Edit> { _, number in .applied }
    try bench.enqueue(.create("a"), .set("a", 1), .set("b", 1), .photo("p"), .photo("q"))
    let run = bench.start(steps: steps)
    let sent = bench.sent.count
    run.cancel()
    bench.rest()
    #expect(bench.sent.count == sent)
  }
}
