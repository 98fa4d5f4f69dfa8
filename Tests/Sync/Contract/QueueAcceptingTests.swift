import Foundation
import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueAcceptingTests {
  // MARK: Coalescing

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

  @Test(
    arguments: [
      (.show("b", photo: "p"), [.set("a", 2), .show("b", photo: "p")]),
      (.order, [.set("a", 1), .order, .set("a", 2)]),
    ] as [(Edit, [Edit])])
  func `A change is not merged across a change that depends on its lane`(
    between: Edit, changes: [Edit]
  ) throws {
    let bench = QueueBench<Edit>()
    try bench.enqueue(.set("a", 1), between, .set("a", 2))
    #expect(try bench.items().map(\.change) == changes)
  }

  // MARK: Storing

  @Test(.temporaryDirectory)
  func `Concurrent changes are all stored when their calls have returned`() async throws {
    let directory = StorageDirectory(TemporaryDirectory.url)
    let bench = QueueBench<Edit>(directory)
    try await withThrowingTaskGroup { group in
      for line in 0..<100 {
        group.addTask { [queue = bench.queue] in try await queue.enqueue(.set("\(line)", 1)) }
      }
      try await group.waitForAll()
    }
    directory.close()
    let next = QueueBench<Edit>(StorageDirectory(TemporaryDirectory.url))
    #expect(try next.items().count == 100)
  }
}
