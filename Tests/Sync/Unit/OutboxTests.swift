import Sandbox
import Storage
import StorageTestSupport
@testable import Sync
import SyncTestSupport
import Synchronization
import Testing

private enum CartChange: OutboxChange {
  case set(String, Int)
  case order

  var lane: Lane {
    switch self {
    case .set(let line, _): Lane("line", line)
    case .order: Lane("order", "1")
    }
  }

  var dependencies: ChangeDependencies { self == .order ? .everything : .none }

  func coalesce(after earlier: CartChange) -> CoalescingResult<CartChange> {
    self == .order ? .keepBoth : .merged(self)
  }
}

private struct Upload: OutboxChange {
  let photo: String

  var lane: Lane { Lane("photo", photo) }
  var priority: SendPriority { .low }
}

@Suite("An outbox")
struct OutboxTests {
  @Test func `The queue sends all changes in the order of each lane`() async throws {
    let sent = Mutex<[String]>([])
    let gate = Gate(closedFor: [.offline])
    let outbox = Queue<CartChange>(gate: gate) { outgoing in
      sent.withLock { $0.append("\(outgoing.change)") }
      return .applied
    }
    #expect(try await outbox.enqueue(.set("pizza", 1)) == .inMemory)
    _ = try await outbox.enqueue(.set("pizza", 3))
    _ = try await outbox.enqueue(.order)
    _ = try await outbox.enqueue(.set("pizza", 4))
    let items = try await outbox.items()
    #expect(
      items.map(\.reason) == [
        .gateClosed([.offline]), .blockedByDependency(1), .blockedByEarlier(1),
      ])
    gate.open(for: .offline)

    await withThrowingTaskGroup { group in
      group.addTask { try await outbox.run() }
      for await items in outbox.states() where items.isEmpty { break }
      group.cancelAll()
    }

    #expect(sent.withLock { $0 } == [#"set("pizza", 3)"#, "order", #"set("pizza", 4)"#])
  }

  @Test(.temporaryDirectory)
  func `Concurrent changes are all reported as stored`() async throws {
    let outbox = Queue<CartChange>(
      journal: OutboxJournal("changes", in: StorageDirectory(TemporaryDirectory.url)),
      gate: Gate(closedFor: [.offline]), send: { _ in .applied })

    let said = try await withThrowingTaskGroup { group in
      for line in 0..<100 {
        group.addTask { try await outbox.enqueue(.set("\(line)", 1)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(said == Array(repeating: .written, count: 100))
  }

  @Test func `A change whose delay has ended while another upload is sent is ready`() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (endless, end) = AsyncStream.makeStream(of: Void.self)
    let outbox = Queue<Upload>(gate: Gate(), clock: InstantClock()) { outgoing in
      if outgoing.change.photo == "second" {
        begin.finish()
        for await _ in endless {}
      }
      return .unknown
    }
    _ = try await outbox.enqueue(Upload(photo: "first"))
    _ = try await outbox.enqueue(Upload(photo: "second"))

    await withThrowingTaskGroup { group in
      group.addTask { try await outbox.run() }
      for await items in outbox.states() where items.map(\.reason) == [WaitReason.ready, .inFlight]
      { break }
      // An upload that is canceled before it begins is no failure.
      for await _ in begun {}
      group.cancelAll()
    }
    end.finish()

    #expect(try await outbox.items().map(\.failures) == [1, 1])
  }
}
