import Foundation
import Networking
import Storage
import StorageTestSupport
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueAcceptingTests {
  private let bench = QueueBench<FreeChange>(capacity: 2)

  // MARK: Capacity

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
  // MARK: Coalescing

  @Test func `A merged change has the priority of the later change`() throws {
    let door = Door()
    let bench = QueueBench<FreeChange> { attempt, _ in
      if attempt.change.priority == .low { await door.wait() }
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

  @Test(arguments: [.lanes([FreeChange.lane("c")]), .everything] as [ChangeDependencies])
  func `A change waits for the first of the changes that depend on its lane`(
    dependencies: ChangeDependencies
  ) throws {
    let bench = QueueBench<FreeChange>()
    try bench.enqueue(
      FreeChange("a", after: dependencies), FreeChange("b", after: dependencies), FreeChange("c"))
    #expect(
      try bench.reasons() == [.notRunning, .blockedByDependency(1), .blockedByDependency(1)])
  }

  @Test func `After responses, four changes are sent at a time, by priority and then as queued`()
    throws
  {
    let door = Door()
    let bench = QueueBench<FreeChange> { _, number in
      if number > 3 { await door.wait() }
      return .applied
    }
    for line in ["1", "2", "3", "4", "5", "6"] { try bench.enqueue(FreeChange(line)) }
    try bench.enqueue(FreeChange("low", priority: .low), FreeChange("7"))
    try bench.enqueue(FreeChange("high", priority: .high))
    bench.start()
    #expect(bench.sent.first?.change.lane.id == "high")
    #expect(Set(bench.sent.map(\.change.lane.id)) == ["high", "1", "2", "3", "4", "5", "6"])
    for next in ["7", "low"] {
      door.passOne()
      bench.rest()
      #expect(bench.sent.last?.change.lane.id == next)
    }
    #expect(NewerEdit(wish: "").priority == .normal)
    #expect([SendPriority.low, .normal, .high].sorted() == [.high, .normal, .low])
    #expect(!(SendPriority.normal < .normal))
  }

  // MARK: Storing

  @Test(arguments: [.none, .lanes([FreeChange.lane("a")]), .everything] as [ChangeDependencies])
  func `Stored dependencies are read as they were`(dependencies: ChangeDependencies) throws {
    let stored = try JSONEncoder().encode(dependencies)
    #expect(try JSONDecoder().decode(ChangeDependencies.self, from: stored) == dependencies)
  }

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
