import Storage
import SyncTestSupport
import Testing

@testable import Sync

private struct Wish: OutboxChange {
  let line: String
  let count: Int
  var waitsForAll = false

  var lane: Lane { Lane("line", line) }
  var dependencies: Dependencies { waitsForAll ? .everything : .none }

  func follow(_ earlier: Wish) -> Coalescing<Wish> { count == 0 ? .cancelled : .merged(self) }
}

@Suite("A queue that is read once and followed")
struct OutboxReadingTests {
  private let gate = Gate(closedFor: [.offline])

  private func makeOutbox(capacity: Int = 1_000) -> Outbox<Wish> {
    Outbox(
      journal: OutboxJournal(), capacity: capacity, gate: gate, clock: InstantClock(),
      random: SplitMix64(seed: 1), makeKey: { "key" }, send: { _ in .unknown })
  }

  @Test("What is added and what is merged is where a new reading has it")
  func follows() async throws {
    let outbox = makeOutbox()
    var reading = try #require(try await outbox.reading())
    for (line, count) in [("a", 1), ("b", 1), ("a", 2), ("c", 1), ("b", 3)] {
      let index = reading.goOn(with: try await outbox.take(Wish(line: line, count: count)))
      let place = try #require(index)
      #expect(reading.items[place].change == Wish(line: line, count: count))
      #expect(try await outbox.items() == reading.items)
      #expect(try await outbox.reading(after: reading) == nil)
    }
  }

  @Test(
    "After anything else it has to be read anew", arguments: ["gate", "other", "gone", "order"])
  func outdated(_ event: String) async throws {
    let outbox = makeOutbox()
    _ = try await outbox.take(Wish(line: "a", count: 1))
    var reading = try #require(try await outbox.reading())
    switch event {
    case "gate": gate.close(for: .signedOut)
    case "other": _ = try await outbox.enqueue(Wish(line: "b", count: 1))
    case "gone": _ = try await outbox.enqueue(Wish(line: "a", count: 0))
    default: _ = try await outbox.enqueue(Wish(line: "o", count: 1, waitsForAll: true))
    }
    #expect(reading.goOn(with: try await outbox.take(Wish(line: "c", count: 1))) == nil)
    #expect(try await outbox.reading(after: reading) != nil)
  }

  @Test("A reading knows what is refused and what settles, and what is taken is neither")
  func unsettled() async throws {
    let outbox = Outbox<Wish>(
      journal: OutboxJournal(), gate: Gate(), clock: InstantClock(), random: SplitMix64(seed: 1),
      makeKey: { "key" },
      send: { $0.change.line == "a" ? .rejected("no") : .applied(serverID: nil, version: 7) })
    for line in ["a", "b"] { _ = try await outbox.enqueue(Wish(line: line, count: 1)) }
    await withThrowingTaskGroup { group in
      group.addTask { try await outbox.run() }
      for await items in await outbox.updates()
      where items.map(\.reason) == [.needsDecision, .settling(version: 7)] { break }
      group.cancelAll()
    }

    var reading = try #require(try await outbox.reading())
    #expect(reading.goOn(with: try await outbox.take(Wish(line: "c", count: 1))) == 2)
    #expect(reading.unsettled == [0, 1])
  }

  @Test("As many changes wait as there may be, and no more")
  func capacity() async throws {
    let outbox = makeOutbox(capacity: 2)
    for line in ["a", "b"] { _ = try await outbox.enqueue(Wish(line: line, count: 1)) }

    await #expect(throws: OutboxError.full(limit: 2)) {
      try await outbox.enqueue(Wish(line: "c", count: 1))
    }
    // A change that merges into another needs no room in the queue.
    #expect(try await outbox.enqueue(Wish(line: "a", count: 2)) == .memoryOnly)
  }

  @Test("What was taken back is found by no later change of its lane")
  func cancelled() async throws {
    let outbox = makeOutbox()
    for count in [1, 0, 2] { _ = try await outbox.enqueue(Wish(line: "a", count: count)) }
    #expect(try await outbox.items().map(\.change?.count) == [2])
  }
}
