#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OutboxAcceptingTests {
  // MARK: Capacity

  @Test func `an outbox refuses a change beyond its capacity`() throws {
    var queue = OutboxQueue<FreeChange>(capacity: 2)
    try queue.enqueue(FreeChange("a"), FreeChange("b"))
    #expect(throws: SyncError.full(limit: 2)) { try queue.enqueue(FreeChange("c")) }
    #expect(queue.items.map(\.id) == [1, 2])
  }

  @Test func `an applied change does not count toward the capacity`() throws {
    var queue = OutboxQueue<FreeChange>(capacity: 1)
    try queue.enqueue(FreeChange("a"))
    queue.send(.applied)
    try queue.enqueue(FreeChange("b"))
    #expect(queue.reasons == [.applied, .ready])
    #expect(throws: SyncError.full(limit: 1)) { try queue.enqueue(FreeChange("c")) }
  }

  @Test(arguments: [[FreeChange("b"), FreeChange("c")], [FreeChange("b", .nan)]])
  func `changes of which one cannot be accepted leave the queue unchanged`(
    _ others: [FreeChange]
  ) throws {
    var queue = OutboxQueue<FreeChange>(capacity: 2)
    try queue.enqueue(FreeChange("a", 1))
    let (items, entry) = (queue.items, queue.entry(1))
    #expect(throws: SyncError.self) {
      try queue.outbox.accept([FreeChange("a", 2, isMerged: true)] + others)
    }
    #expect(queue.items == items)
    #expect(queue.entry(1) == entry)
    try queue.enqueue(FreeChange("b"))
    #expect(queue.items.map(\.id) == [1, 2])
  }

  // MARK: Coalescing

  @Test func `a merged change has the priority of the later change`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(
      FreeChange("a", priority: .low), FreeChange("b"),
      FreeChange("a", priority: .high, isMerged: true))
    #expect(queue.start().map(\.id) == [1, 2])
  }

  @Test func `a change is merged with an earlier one that has dependencies`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(
      FreeChange("a", 1, after: .lanes([FreeChange.lane("photo")])),
      FreeChange("a", 2, isMerged: true))
    #expect(queue.items.map(\.change?.value) == [2])
  }

  @Test func `a change is not merged across a change that depends on its lane`() throws {
    let expected = ["photo": [2.0, 0], "a": [1.0, 0, 2]]
    for (line, values) in expected {
      var queue = OutboxQueue<FreeChange>()
      try queue.enqueue(
        FreeChange("a", 1), FreeChange("b", after: .lanes([FreeChange.lane(line)])),
        FreeChange("a", 2, isMerged: true))
      #expect(queue.items.map(\.change?.value) == values)
    }
  }

  @Test func `a change is merged with the one that follows a discarded change`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1), FreeChange("a", 2))
    try queue.discard(1)
    try queue.enqueue(FreeChange("a", 3, isMerged: true))
    #expect(queue.items.map(\.id) == [2])
    #expect(queue.items.map(\.change?.value) == [3])
  }

  @Test func `a change is merged with the replacement of one that could not be decoded`() throws {
    var queue = OutboxQueue<FreeChange>()
    let lane = FreeChange.lane("a")
    try queue.outbox.load([
      OutboxEntry(
        id: 1, key: "key", lane: lane, payload: Data(), dependencies: .none, priority: .normal)
    ])
    try queue.replace(1, with: FreeChange("a", 1))
    #expect(queue.items.map(\.mayBeApplied) == [false])
    try queue.enqueue(FreeChange("a", 2, isMerged: true))
    #expect(queue.items.map(\.change?.value) == [2])
  }

  // MARK: Observing

  @Test func `each mutation of an outbox increases its revision`() throws {
    var queue = OutboxQueue<FreeChange>()
    var revisions = [queue.outbox.revision]
    func note() { revisions.append(queue.outbox.revision) }
    let ids = try queue.outbox.accept([FreeChange("a")])
    note()
    queue.outbox.endWriting(ids)
    for attempt in queue.start() {
      note()
      queue.finish(attempt, .applied)
      note()
    }
    _ = queue.outbox.remove(ids)
    note()
    #expect(revisions.count == 5)
    #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
  }
}
