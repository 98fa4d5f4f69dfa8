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
      try bench.reasons() == [
        .needsDecision, .blockedByDependency(1), .blockedByDependency(1),
      ])
    #expect(try bench.items().first?.refusal == .rejected("too large"))
  }

  // MARK: Unreadable changes

  @Test func `An unreadable change is parked, and sent by a release that can read it`() throws {
    let directory = StorageDirectory.inMemory()
    try QueueBench<NewerEdit>(directory).enqueue(NewerEdit(wish: "no onions"))
    let reopened = directory.reopened()
    let older = QueueBench<Edit>(reopened)
    older.start()
    #expect(try older.reasons() == [.needsDecision])
    #expect(try older.items().first?.refusal == .unreadable)
    try older.enqueue(.set("a", 1), .set("b", 1))
    #expect(try older.reasons() == [.needsDecision, .blockedByEarlier(1)])
    let newer = QueueBench<NewerEdit>(reopened.reopened())
    newer.start()
    #expect(newer.sent.map(\.change) == [NewerEdit(wish: "no onions")])
  }

  @Test func `A change keeps its place among many, readable or not`() throws {
    var directory = StorageDirectory.inMemory()
    func next<Change>(_ change: Change.Type) -> QueueBench<Change> {
      directory = directory.reopened()
      return QueueBench(directory, capacity: 1_000)
    }
    var expected: [Edit?] = []
    for round in 0..<4 {
      let newer = next(NewerEdit.self)
      for number in 0..<40 { try newer.enqueue(NewerEdit(wish: "\(round), \(number)")) }
      let older = next(Edit.self)
      for number in 0..<60 { try older.enqueue(.create("\(round), \(number)")) }
      expected += Array(repeating: nil, count: 40)
      expected += (0..<60).map { .create("\(round), \($0)") }
    }
    let items = try next(Edit.self).items()
    #expect(items.map(\.change) == expected)
    #expect(items.map(\.id) == Array(1...400))
  }

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

  // MARK: Refusals of an earlier process

  @Test func `A refusal that this release cannot read is unreadable`() throws {
    #expect(try reread(.tooLate, of: Booking.self, by: Quantity.self) == .unreadable)
  }

  /// Returns a refusal as the next process reads it, which may have another type of change.
  private func reread<Former: RefusedChange, Next: RefusedChange>(
    _ rejection: Former.Rejection, of former: Former.Type, by next: Next.Type
  ) throws -> ChangeRefusal<Next.Rejection>? {
    let directory = StorageDirectory.inMemory()
    let bench = QueueBench<Former>(directory) { _, _ in .rejected(rejection) }
    try bench.enqueue(Former())
    bench.start()
    return try QueueBench<Next>(directory.reopened()).items().first?.refusal
  }
}

/// A change without properties, so that each of its types reads the changes of the others.
private protocol RefusedChange: OutboxChange {
  init()
}

extension RefusedChange {
  var lane: Lane { Lane("line", "a") }
}

private struct Texted: RefusedChange {}

private struct Booking: RefusedChange {
  typealias Rejection = Closure
}

private enum Closure: String, Codable {
  case holiday, tooLate
}

private struct Quantity: RefusedChange {
  typealias Rejection = Limit
}

private struct Limit: Codable, Hashable {
  let maximum: Int
}
