import Storage
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueSendingTests {
  @Test func `A change that is being sent cannot be retried, replaced or discarded`() throws {
    let door = Door()
    let bench = QueueBench<FreeChange> { _, _ in
      await door.wait()
      return .applied
    }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    #expect(throws: SyncError.inFlight(1)) { try bench.retry(1) }
    #expect(throws: SyncError.inFlight(1)) { try bench.replace(1, with: FreeChange("a", 2)) }
    #expect(throws: SyncError.inFlight(1)) { try bench.discard(1) }
  }

  // MARK: Possibly applied changes

  @Test(arguments: [SendOutcome<FreeChange, Int>.notSent, .closed(.signedOut)])
  func `A change can be discarded after an attempt that the server did not accept`(
    _ outcome: SendOutcome<FreeChange, Int>
  ) throws {
    let bench = QueueBench<FreeChange> { _, _ in outcome }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    #expect(try bench.items().map(\.mayBeApplied) == [false])
    try bench.discard(1)
    #expect(try bench.items().isEmpty)
  }

  @Test(arguments: [SendOutcome<FreeChange, Int>.notSent, .closed(.signedOut), .unknown])
  func `A possibly applied change stays so and can be neither discarded nor replaced`(
    _ outcome: SendOutcome<FreeChange, Int>
  ) throws {
    let bench = QueueBench<FreeChange> { _, number in number == 1 ? .unknown : outcome }
    try bench.enqueue(FreeChange("a"))
    bench.start()
    bench.wait()
    #expect(bench.sent.count == 2)
    #expect(try bench.items().map(\.mayBeApplied) == [true])
    #expect(throws: SyncError.mayBeApplied(1)) { try bench.discard(1) }
    #expect(throws: SyncError.mayBeApplied(1)) { try bench.replace(1, with: FreeChange("a", 2)) }
  }

  // MARK: Conflicts

  @Test func `A conflict is rebased once as a change that was not sent; then the user decides`()
    throws
  {
    let bench = QueueBench<Edit> { _, _ in .conflict(rebased: .set("a", 2)) }
    try bench.enqueue(.set("a", 1))
    bench.start()
    #expect(bench.sent.map(\.change) == [.set("a", 1), .set("a", 2)])
    #expect(bench.sent.map(\.key) == ["key1", "key2"])
    #expect(bench.sent.map(\.mayBeApplied) == [false, false])
    #expect(try bench.reasons() == [.needsDecision])
    #expect(try bench.items().first?.refusal == .conflict)
  }

  @Test func `A rebased change that cannot be encoded waits for a decision about the conflict`()
    throws
  {
    let bench = QueueBench<FreeChange> { _, _ in .conflict(rebased: FreeChange("a", .nan)) }
    try bench.enqueue(FreeChange("a", 1))
    bench.start()
    #expect(try bench.items().map(\.refusal) == [.conflict])
    #expect(try bench.items().map(\.change) == [FreeChange("a", 1)])
  }

  @Test func `A change that is retried or replaced after two conflicts can be rebased again`()
    throws
  {
    let bench = QueueBench<FreeChange> { _, number in
      .conflict(rebased: FreeChange("a", Double(number)))
    }
    try bench.enqueue(FreeChange("a", 0))
    bench.start()
    try bench.retry(1)
    #expect(bench.sent.map(\.change.value) == [0, 1, 1, 3])
    try bench.replace(1, with: FreeChange("a", 9))
    #expect(bench.sent.map(\.change.value) == [0, 1, 1, 3, 9, 5])
    #expect(try bench.reasons() == [.needsDecision])
  }

  // MARK: The server's ids

  @Test func `A new change has the server's id from an applied change in the queue`() throws {
    let gate = Gate()
    let bench = QueueBench<FreeChange>(gate: gate) { _, _ in
      gate.close(for: .offline)
      return .applied(ServerUpdate(serverID: "s1", needsFetch: true))
    }
    try bench.enqueue(FreeChange("a", 1))
    bench.start()
    try bench.enqueue(FreeChange("a", 2))
    gate.open(for: .offline)
    bench.rest()
    #expect(bench.sent.map(\.serverID) == [nil, "s1"])
  }

  @Test func `The server's id is not added to an earlier change that may have been sent`() throws {
    let directory = StorageDirectory.inMemory()
    let gate = Gate()
    let before = QueueBench<Edit>(directory, gate: gate) { _, _ in
      gate.close(for: .offline)
      return .rejected("no")
    }
    try before.enqueue(.create("a"), .show("a", photo: "p"), .photo("p"), .photo("p"))
    before.start()

    let bench = QueueBench<Edit>(directory.reopened()) { _, _ in
      .applied(ServerUpdate(serverID: "s1"))
    }
    bench.start()
    try bench.discard(1)
    // The earlier process may have sent the second change, which waited for the decision, without id.
    #expect(bench.sent.map(\.change) == [.photo("p"), .photo("p"), .show("a", photo: "p")])
    #expect(bench.sent.map { $0.serverID(of: Lane("photo", "p")) } == [nil, "s1", nil])
  }
}
