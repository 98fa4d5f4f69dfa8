import Foundation
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueAcceptingTests {
  private let bench = QueueBench<FreeChange>(capacity: 2)

  // MARK: Capacity

  @Test func `A queue refuses a change beyond its capacity`() throws {
    try bench.enqueue(FreeChange("a"), FreeChange("b"))
    #expect(throws: SyncError.full(limit: 2)) { try bench.enqueue(FreeChange("c")) }
    #expect(try bench.items().map(\.id) == [1, 2])
  }

  @Test func `An applied change does not count toward the capacity`() throws {
    // The applied change stays in the queue until the value that contains it is fetched.
    let gate = Gate()
    let bench = QueueBench<FreeChange>(capacity: 1, gate: gate) { _, _ in
      gate.close(for: .offline)
      return .applied(ServerUpdate(needsFetch: true))
    }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    try bench.enqueue(FreeChange("b"))
    #expect(try bench.reasons() == [.applied, .gateClosed([.offline])])
    #expect(throws: SyncError.unknownChange(1)) { try bench.discard(1) }
    #expect(throws: SyncError.full(limit: 1)) { try bench.enqueue(FreeChange("c")) }
  }

  // TanStack/db#1767: a change that could not be encoded was retried forever.
  @Test(arguments: [[FreeChange("b"), FreeChange("c")], [FreeChange("b", .nan)]])
  func `Changes of which one cannot be accepted leave the queue unchanged`(
    _ others: [FreeChange]
  ) throws {
    try bench.enqueue(FreeChange("a", 1))
    let items = try bench.items()
    #expect(throws: SyncError.self) {
      try bench.ask { queue throws(SyncError) in
        try await queue.perform { _, _ in [FreeChange("a", 2, isMerged: true)] + others }
      }
    }
    #expect(try bench.items() == items)
    try bench.enqueue(FreeChange("b"))
    #expect(try bench.items().map(\.id) == [1, 2])
  }

  // MARK: Coalescing

  @Test func `A merged change has the priority of the later change`() throws {
    let door = Door()
    let bench = QueueBench<FreeChange> { _, _ in
      await door.wait()
      return .applied
    }
    try bench.enqueue(
      FreeChange("a", priority: .low), FreeChange("b", priority: .low),
      FreeChange("a", priority: .high, isMerged: true))
    bench.start()
    // Of changes with low priority, one is sent at a time.
    #expect(Set(bench.sent.map(\.key)) == ["key2", "key3"])
  }

  @Test func `A change is merged with an earlier one that has dependencies`() throws {
    try bench.enqueue(
      FreeChange("a", 1, after: .lanes([FreeChange.lane("photo")])),
      FreeChange("a", 2, isMerged: true))
    #expect(try bench.items().map(\.change?.value) == [2])
  }

  @Test(arguments: ["photo": [2, 0], "a": [1, 0, 2]] as [String: [Double]])
  func `A change is not merged across a change that depends on its lane`(
    line: String, values: [Double]
  ) throws {
    let bench = QueueBench<FreeChange>()
    try bench.enqueue(
      FreeChange("a", 1), FreeChange("b", after: .lanes([FreeChange.lane(line)])),
      FreeChange("a", 2, isMerged: true))
    #expect(try bench.items().map(\.change?.value) == values)
  }

  @Test func `A change is merged with the one that follows a discarded change`() throws {
    try bench.enqueue(FreeChange("a", 1), FreeChange("a", 2))
    try bench.discard(1)
    try bench.enqueue(FreeChange("a", 3, isMerged: true))
    #expect(try bench.items().map(\.id) == [2])
    #expect(try bench.items().map(\.change?.value) == [3])
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

  @Test func `An entity that is created and deleted before it was sent is not sent`() throws {
    let bench = QueueBench<Edit>()
    try bench.enqueue(.create("a"), .delete("a"))
    #expect(try bench.items().isEmpty)
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

  @Test(
    arguments: [
      (.lanes([FreeChange.lane("c")]), [.notRunning, .notRunning, .blockedByDependency(1)]),
      (.everything, [.notRunning, .blockedByDependency(1), .blockedByDependency(1)]),
    ] as [(ChangeDependencies, [WaitReason])])
  func `A change waits for the first of the changes that depend on its lane`(
    dependencies: ChangeDependencies, expected: [WaitReason]
  ) throws {
    let bench = QueueBench<FreeChange>()
    try bench.enqueue(
      FreeChange("a", after: dependencies), FreeChange("b", after: dependencies), FreeChange("c"))
    #expect(try bench.reasons() == expected)
  }

  @Test func `Four changes are sent at a time, by priority and then in their sequence`() throws {
    let door = Door()
    let bench = QueueBench<FreeChange> { _, _ in
      await door.wait()
      return .applied
    }
    for line in ["1", "2", "3", "4"] { try bench.enqueue(FreeChange(line)) }
    try bench.enqueue(FreeChange("low", priority: .low), FreeChange("5"))
    try bench.enqueue(FreeChange("high", priority: .high))
    bench.start()
    #expect(Set(bench.sent.map(\.change.lane.id)) == ["high", "1", "2", "3"])
    for next in ["4", "5", "low"] {
      door.passOne()
      bench.rest()
      #expect(bench.sent.last?.change.lane.id == next)
    }
    #expect(NewerEdit(wish: "").priority == .normal)
    #expect([SendPriority.low, .normal, .high].sorted() == [.high, .normal, .low])
    #expect(!(SendPriority.normal < .normal))
  }

  @Test func `Uploads are sent one at a time`() throws {
    let door = Door()
    let bench = QueueBench<Edit> { _, _ in
      await door.wait()
      return .applied
    }
    try bench.enqueue(.photo("p"), .photo("q"), .set("a", 1), .set("b", 1))
    bench.start()
    #expect(Set(bench.sent.map(\.change.lane.id)) == ["p", "a", "b"])
    bench.open(door)
    #expect(bench.sent.count == 4 && bench.sent.last?.change == .photo("q"))
  }

  // MARK: Storing

  @Test(arguments: [.none, .lanes([FreeChange.lane("a")]), .everything] as [ChangeDependencies])
  func `Stored dependencies are read as they were`(dependencies: ChangeDependencies) throws {
    let stored = try JSONEncoder().encode(dependencies)
    #expect(try JSONDecoder().decode(ChangeDependencies.self, from: stored) == dependencies)
  }

  @Test(.temporaryDirectory)
  func `Concurrent changes are all reported as stored`() async throws {
    let bench = QueueBench<Edit>(StorageDirectory(TemporaryDirectory.url))
    let said = try await withThrowingTaskGroup { group in
      for line in 0..<100 {
        group.addTask { [queue = bench.queue] in try await queue.enqueue(.set("\(line)", 1)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(said == Array(repeating: .written, count: 100))
  }
}
