import Sandbox
@testable import Sync
import SyncTestSupport
import Testing

@Suite("What waits in an outbox")
struct OutboxDecisionTests {
  @Test
  func `A refused change is parked with its dependents and nothing else`() throws {
    let bench = OutboxBench<Edit> { attempt, _ in
      attempt.change == .photo("p") ? .rejected("too large") : .applied
    }
    try bench.enqueue(.photo("p"), .show("a", photo: "p"), .order, .set("b", 1))
    bench.start()
    #expect(
      try bench.items().map(\.reason) == [
        .needsDecision, .blockedByDependency(1), .blockedByDependency(1),
      ])
    #expect(try bench.items().first?.refusal == .rejected("too large"))
  }

  @Test func `The queue continues with a replacement of a refused change`() throws {
    let bench = OutboxBench<Edit> { attempt, _ in
      attempt.change == .set("a", 100) ? .rejected("too many") : .applied
    }
    try bench.enqueue(.set("a", 100), .delete("a"))
    bench.start()
    _ = try bench.ask { outbox throws(SyncError) in
      try await outbox.replace(1, with: .set("a", 9))
    }
    #expect(bench.sent.map(\.change) == [.set("a", 100), .set("a", 9), .delete("a")])
    #expect(bench.sent.map(\.key) == ["key1", "key3", "key2"])
  }

  @Test
  func `A retried change has a new key, because the server would repeat its answer`()
    throws
  {
    let bench = OutboxBench<Edit> { attempt, _ in
      attempt.key == "key1" ? .rejected("closed") : .applied
    }
    try bench.enqueue(.create("a"))
    bench.start()
    _ = try bench.ask { outbox throws(SyncError) in try await outbox.retry(1) }
    #expect(try bench.items().isEmpty)
  }

  @Test func `Cannot be given up or replaced when the server may have it`() throws {
    let bench = OutboxBench<Edit> { _, _ in .unknown }
    try bench.enqueue(.create("a"))
    bench.start()
    #expect(throws: SyncError.mayBeApplied(1)) {
      try bench.ask { outbox throws(SyncError) in try await outbox.discard(1) }
    }
    #expect(throws: SyncError.mayBeApplied(1)) {
      try bench.ask { outbox throws(SyncError) in try await outbox.replace(1, with: .delete("a"))
      }
    }
  }

  @Test func `An unreadable change is parked, and sent by a release that can read it`() throws {
    let journal = OutboxJournal()
    try OutboxBench<NewerEdit>(journal).enqueue(NewerEdit(wish: "no onions"))
    let older = OutboxBench<Edit>(journal)
    older.start()
    #expect(try older.items().map(\.reason) == [.needsDecision])
    #expect(try older.items().first?.refusal == .unreadable)
    try older.enqueue(.set("a", 1))
    #expect(try older.items().last?.reason == .blockedByEarlier(1))
    let newer = OutboxBench<NewerEdit>(journal)
    newer.start()
    #expect(newer.sent.map(\.change) == [NewerEdit(wish: "no onions")])
  }

  @Test func `A change keeps its place among many, readable or not`() throws {
    let journal = OutboxJournal()
    var expected: [Edit?] = []
    for round in 0..<4 {
      let (newer, older) = (OutboxBench<NewerEdit>(journal), OutboxBench<Edit>(journal))
      for number in 0..<40 { try newer.enqueue(NewerEdit(wish: "\(round), \(number)")) }
      for number in 0..<60 { try older.enqueue(.create("\(round), \(number)")) }
      expected += Array(repeating: nil, count: 40)
      expected += (0..<60).map { .create("\(round), \($0)") }
    }
    let items = try OutboxBench<Edit>(journal).items()
    #expect(items.map(\.change) == expected)
    #expect(items.map(\.id) == Array(1...400))
  }

  @Test func `A change that this release cannot read can be replaced`() throws {
    let journal = OutboxJournal()
    try OutboxBench<NewerEdit>(journal).enqueue(NewerEdit(wish: "no onions"))
    let older = OutboxBench<Edit>(journal, keys: "older")
    older.start()
    _ = try older.ask { outbox throws(SyncError) in
      try await outbox.replace(1, with: .set("a", 1))
    }
    #expect(older.sent.map(\.key) == ["older1"])
  }

  @Test func `A conflict is rebased once; then the user decides`() throws {
    let bench = OutboxBench<Edit> { _, _ in .conflict(rebased: .set("a", 2)) }
    try bench.enqueue(.set("a", 1))
    bench.start()
    #expect(bench.sent.map(\.change) == [.set("a", 1), .set("a", 2)])
    #expect(bench.sent.map(\.key) == ["key1", "key2"])
    #expect(try bench.items().map(\.reason) == [.needsDecision])
    #expect(try bench.items().first?.refusal == .conflict)
  }

  @Test func `The queue waits for as long as the server asks, despite retries`() throws {
    let bench = OutboxBench<Edit> { _, number in
      number == 1 ? .tryLater(after: .seconds(90)) : .applied
    }
    try bench.enqueue(.create("a"))
    bench.start()
    bench.gate.close(for: .offline)
    bench.gate.open(for: .offline)
    bench.rest()
    _ = try bench.ask { outbox throws(SyncError) in try await outbox.retry(1) }
    #expect(bench.sent.count == 1)
    bench.wait()
    #expect(bench.sent.count == 2)
    #expect(bench.clock.now.sinceStart >= .seconds(90))
  }

  @Test func `An earlier order does not wait for a later change`() throws {
    let bench = OutboxBench<Edit> { _, number in number == 1 ? .tryLater() : .applied }
    try bench.enqueue(.order, .set("a", 1))
    bench.start()
    #expect(try bench.items().last?.reason == .blockedByDependency(1))
    bench.wait()
    #expect(bench.sent.map(\.change) == [.order, .order, .set("a", 1)])
  }

  @Test func `Uploads are sent one at a time, after all other changes`() throws {
    let bench = OutboxBench<Edit>()
    bench.gate.close(for: .offline)
    try bench.enqueue(.photo("p"), .photo("q"), .set("a", 1), .set("b", 1))
    bench.gate.open(for: .offline)
    bench.start()
    #expect(bench.sent.last?.change == .photo("q"))
    #expect(bench.sent.count == 4)
  }
}

/// A change type of a later release.
private struct NewerEdit: OutboxChange {
  let wish: String
  var lane: Lane { Lane("line", "a") }
}
