import Foundation
import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueAcceptingTests {
  private let bench = QueueBench<FreeChange>(capacity: 2)

  // MARK: Coalescing

  @Test func `A change is merged with an earlier one that has dependencies`() throws {
    try bench.enqueue(
      FreeChange("a", 1, after: [FreeChange.lane("photo")]),
      FreeChange("a", 2, isMerged: true))
    #expect(try bench.items().map(\.change?.value) == [2])
  }

  @Test(arguments: ["photo": [2, 0], "a": [1, 0, 2]] as [String: [Double]])
  func `A change is not merged across a change that depends on its lane`(
    line: String, values: [Double]
  ) throws {
    let bench = QueueBench<FreeChange>()
    try bench.enqueue(
      FreeChange("a", 1), FreeChange("b", after: [FreeChange.lane(line)]),
      FreeChange("a", 2, isMerged: true))
    #expect(try bench.items().map(\.change?.value) == values)
  }

  @Test func `A change that is merged after an attempt that was not accepted has a new key`() throws
  {
    let bench = QueueBench<Edit> { _, number in number == 1 ? .closed(.signedOut) : .applied }
    try bench.enqueue(.set("a", 1))
    bench.start()
    try bench.enqueue(.set("a", 2))
    bench.gate.open(for: .signedOut)
    bench.rest()
    #expect(bench.sent.map(\.change) == [.set("a", 1), .set("a", 2)])
    #expect(bench.sent.map(\.key) == ["key1", "key2"])
  }

  // MARK: Dependencies and priorities

  @Test func `Changes are sent in the order of each lane, and an order after all before it`() throws
  {
    let bench = QueueBench<Edit>()
    try bench.enqueue(.set("pizza", 1), .set("pizza", 3), .order, .set("pizza", 4))
    #expect(try bench.reasons() == [.notRunning, .blockedByDependency(1), .blockedByEarlier(1)])
    bench.start()
    #expect(bench.sent.map(\.change) == [.set("pizza", 3), .order, .set("pizza", 4)])
  }

  @Test func `A change waits for the first of the changes that depend on its lane`() throws {
    let bench = QueueBench<FreeChange>()
    let lane = FreeChange.lane("c")
    try bench.enqueue(
      FreeChange("a", after: [lane]), FreeChange("b", after: [lane]), FreeChange("c"))
    #expect(
      try bench.reasons() == [.notRunning, .blockedByDependency(1), .blockedByDependency(1)])
  }

  @Test func `After responses, four changes are sent at a time as queued, and large ones last`()
    throws
  {
    let door = Door()
    let bench = QueueBench<FreeChange> { _, number in
      if number > 3 { await door.wait() }
      return .applied
    }
    try bench.enqueue(FreeChange("large", isLarge: true))
    for line in ["1", "2", "3", "4", "5", "6", "7", "8"] { try bench.enqueue(FreeChange(line)) }
    bench.start()
    #expect(Set(bench.sent.map(\.change.lane.id)) == ["1", "2", "3", "4", "5", "6", "7"])
    for next in ["8", "large"] {
      door.passOne()
      bench.rest()
      #expect(bench.sent.last?.change.lane.id == next)
    }
    #expect(!NewerEdit(wish: "").isLarge)
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
