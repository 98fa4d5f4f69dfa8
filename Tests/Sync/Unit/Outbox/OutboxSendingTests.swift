@testable import Sync
import SyncTestSupport
import Testing

@Suite struct OutboxSendingTests {
  @Test func `an outbox sends at most four changes at the same time`() throws {
    var queue = OutboxQueue<FreeChange>()
    for line in 1...6 { try queue.enqueue(FreeChange("\(line)")) }
    let attempts = queue.start()
    #expect(attempts.map(\.id) == [1, 2, 3, 4])
    #expect(queue.start().isEmpty)
    queue.finish(attempts[1], .applied)
    #expect(queue.start().map(\.id) == [5])
  }

  @Test func `an outbox that cannot send another change has no next time to send one`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("1"))
    queue.send(.unknown)
    for line in 2...5 { try queue.enqueue(FreeChange("\(line)")) }
    let first = queue.outbox.start()
    #expect(first.ids == [2, 3, 4, 5])
    #expect(first.next == .seconds(1))
    let second = queue.outbox.start()
    #expect(second.ids.isEmpty)
    #expect(second.next == nil)
  }

  @Test func `a change is sent only after all of its writes to the journal have ended`() throws {
    var queue = OutboxQueue<FreeChange>()
    let ids = try queue.outbox.accept([FreeChange("a")])
    for value in 1...2 {
      #expect(try queue.outbox.accept([FreeChange("a", Double(value), isMerged: true)]) == ids)
    }
    #expect(queue.start().isEmpty)
    for _ in 1...2 {
      queue.outbox.endWriting(ids)
      #expect(queue.start().isEmpty)
    }
    queue.outbox.endWriting(ids)
    #expect(queue.start().map(\.change.value) == [2])
  }

  @Test func `a change that is being sent cannot be retried, replaced or discarded`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    #expect(queue.start().count == 1)
    expectInFlight(queue)
  }

  @Test func `a change that is being written cannot be retried, replaced or discarded`() throws {
    var queue = OutboxQueue<FreeChange>()
    _ = try queue.outbox.accept([FreeChange("a")])
    expectInFlight(queue)
  }

  private func expectInFlight(_ queue: OutboxQueue<FreeChange>) {
    var queue = queue
    #expect(throws: SyncError.inFlight(1)) { try queue.retry(1) }
    #expect(throws: SyncError.inFlight(1)) { try queue.replace(1, with: FreeChange("a", 2)) }
    #expect(throws: SyncError.inFlight(1)) { try queue.discard(1) }
  }

  @Test func `a refused change in the queue needs a decision, and no other one`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    #expect(!queue.outbox.needsDecision(1))
    queue.send(.rejected("no"))
    #expect(queue.outbox.needsDecision(1))
    try queue.discard(1)
    #expect(!queue.outbox.needsDecision(1))
  }

  // MARK: Possibly applied changes

  @Test(arguments: [SendOutcome<FreeChange, Int>.notSent, .closed(.signedOut)])
  func `a change can be discarded after an attempt that the server did not accept`(
    _ outcome: SendOutcome<FreeChange, Int>
  ) throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    queue.send(outcome)
    #expect(queue.items.map(\.mayBeApplied) == [false])
    try queue.discard(1)
    #expect(queue.items.isEmpty)
  }

  @Test(arguments: [SendOutcome<FreeChange, Int>.notSent, .closed(.signedOut)])
  func `a change stays possibly applied after a further attempt that the server did not accept`(
    _ outcome: SendOutcome<FreeChange, Int>
  ) throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a"))
    queue.send(.unknown)
    queue.clock.jump(by: .seconds(1))
    queue.send(outcome)
    #expect(queue.items.map(\.mayBeApplied) == [true])
    #expect(throws: SyncError.mayBeApplied(1)) { try queue.discard(1) }
  }

  @Test func `a rebased change counts as not sent`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1))
    queue.send(.conflict(rebased: FreeChange("a", 2)))
    #expect(queue.items.map(\.mayBeApplied) == [false])
    #expect(queue.start().map(\.mayBeApplied) == [false])
  }

  @Test func `a rebased change that cannot be encoded waits for a decision about the conflict`()
    throws
  {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1))
    queue.send(.conflict(rebased: FreeChange("a", .nan)))
    #expect(queue.reasons == [.needsDecision])
    #expect(queue.items.map(\.refusal) == [.conflict])
    #expect(queue.items.map(\.change) == [FreeChange("a", 1)])
  }

  @Test func `a change that is retried or replaced after two conflicts can be rebased again`()
    throws
  {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1))
    let decisions: [(inout OutboxQueue<FreeChange>) throws -> Void] = [
      { try $0.retry(1) }, { try $0.replace(1, with: FreeChange("a", 1)) },
    ]
    for decide in decisions {
      queue.send(.conflict(rebased: FreeChange("a", 2)))
      #expect(queue.reasons == [.ready])
      queue.send(.conflict(rebased: FreeChange("a", 3)))
      #expect(queue.reasons == [.needsDecision])
      try decide(&queue)
    }
    queue.send(.conflict(rebased: FreeChange("a", 4)))
    #expect(queue.reasons == [.ready])
  }

  // MARK: The server's ids

  @Test func `a new change has the server's id from an applied change in the queue`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(FreeChange("a", 1))
    queue.send(.applied(ServerUpdate(serverID: "s1")))
    try queue.enqueue(FreeChange("a", 2))
    #expect(queue.start().map { $0.serverID(of: FreeChange.lane("a")) } == ["s1"])
  }

  @Test func `the server's id is not added to an earlier change that may have been sent`() throws {
    var before = OutboxQueue<FreeChange>()
    try before.enqueue(FreeChange("a"))
    before.send(.rejected("no"))
    let onPhoto = ChangeDependencies.lanes([FreeChange.lane("photo")])
    // The second change waits for the decision about the first, so it does not block the photo.
    try before.enqueue(FreeChange("a", after: onPhoto), FreeChange("photo"), FreeChange("photo"))

    var queue = OutboxQueue<FreeChange>()
    try queue.outbox.load((1...4).compactMap(before.entry))
    let attempts = queue.start()
    #expect(attempts.map(\.id) == [3])
    #expect(queue.finish(attempts[0], .applied(ServerUpdate(serverID: "s1"))) == [3, 4])
    let ids = (1...4).map { queue.entry($0)?.serverIDs ?? [:] }
    #expect(ids == [[:], [:], ["line/photo": "s1"], ["line/photo": "s1"]])
  }

  // MARK: Blocking changes

  @Test func `a change waits for the first of the changes that depend on its lane`() throws {
    var queue = OutboxQueue<FreeChange>()
    let onPhoto = ChangeDependencies.lanes([FreeChange.lane("photo")])
    try queue.enqueue(
      FreeChange("a", after: onPhoto), FreeChange("b", after: onPhoto), FreeChange("photo"))
    #expect(queue.reasons == [.ready, .ready, .blockedByDependency(1)])
  }

  @Test func `a change waits for the first of the changes that depend on everything`() throws {
    var queue = OutboxQueue<FreeChange>()
    try queue.enqueue(
      FreeChange("a", after: .everything), FreeChange("b", after: .everything), FreeChange("c"))
    #expect(queue.reasons == [.ready, .blockedByDependency(1), .blockedByDependency(1)])
  }
}
