import Networking
import Storage
import Sync
import SyncTestSupport
import Testing

@Suite struct QueueDecisionTests {
  @Test
  func `A refused change is parked with its dependents and nothing else`() throws {
    let bench = QueueBench<Edit> { attempt, _ in
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

  // MARK: Unreadable changes

  @Test func `A change that this release cannot read can be replaced, and is then merged`() throws {
    let directory = StorageDirectory.inMemory()
    try QueueBench<NewerEdit>(directory).enqueue(NewerEdit(wish: "no onions"))
    let reopened = directory.reopened()
    let older = QueueBench<Edit>(reopened, keys: "older")
    try older.replace(1, with: .set("a", 1))
    #expect(try older.items().map(\.mayBeApplied) == [false])
    try older.enqueue(.set("a", 2))
    let next = QueueBench<Edit>(reopened.reopened())
    next.start()
    #expect(next.sent.map(\.change) == [.set("a", 2)])
    #expect(next.sent.map(\.key) == ["older2"])
  }

  // MARK: Delays

  @Test func `A retried and a replaced change do not wait until their delay has ended`() throws {
    let bench = QueueBench<Edit> { _, number in number < 3 ? .notSent : .applied }
    try bench.enqueue(.set("a", 1))
    bench.start()
    try bench.retry(1)
    #expect(bench.sent.map(\.key) == ["key1", "key1"])
    try bench.replace(1, with: .set("a", 2))
    #expect(bench.sent.map(\.change) == [.set("a", 1), .set("a", 1), .set("a", 2)])
  }
}
