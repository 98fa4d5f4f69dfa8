import Foundation
import Storage
import Sync
import Synchronization
import Workloads

/// The cost of enqueueing with an empty queue and with 10,000 pending changes, and of a start with
/// all of them.
struct OutboxGrowth {
  let folder: URL
  private static let capacity = 10_000

  /// Measures outside the main thread, because features enqueue from their own actors.
  @concurrent
  func measure() async throws {
    var directory = StorageDirectory(folder)
    let outbox = makeOutbox(directory)
    let raw = RawFile(folder.appending(path: "raw").path)
    let bytes = Data(repeating: 7, count: 250)
    var (times, appends) = ([Double](), [Double]())
    for number in 0..<Self.capacity {
      times.append(
        try await timed {
          guard try await outbox.enqueue(Wish(number: number)) == .persisted else {
            throw Refusal("not on the disk")
          }
        })
      appends.append(try await timed { try raw.append(bytes) })
    }
    directory.close()
    directory = StorageDirectory(folder)
    let again = makeOutbox(directory)
    var found = 0
    let start = try await timed { found = try await again.items().count }
    print("waiting", found)
    print("first", Array(times.prefix(100)).median)
    print("last", Array(times.suffix(100)).median)
    print("append", appends.median)
    print("start", start)
  }

  private func makeOutbox(_ directory: StorageDirectory) -> Outbox<Wish> {
    let ids = Counter(0)
    return Outbox(
      journal: OutboxJournal("outbox", in: directory), capacity: Self.capacity, gate: Gate(),
      clock: ContinuousClock(), random: SystemRandomNumberGenerator(), makeKey: ids.next,
      send: { _ in .unknown })
  }
}

private struct Wish: OutboxChange {
  let number: Int
  var lane: Lane { Lane("line", "\(number % 200)") }
}

/// A source of consecutive identifiers.
final class Counter: Sendable {
  private let last: Mutex<Int>

  init(_ first: Int) { last = Mutex(first) }

  @Sendable func next() -> String {
    last.withLock { last in
      last += 1
      return "id-\(last)"
    }
  }
}
