import Foundation
import Networking
import Storage
import Sync
import Synchronization
import Workloads

/// The cost of enqueueing with an empty queue and with many pending changes, and of a start with all
/// of them.
struct OutboxGrowth {
  let folder: URL
  let count: Int

  /// Measures outside the main thread, because features enqueue from their own actors.
  @concurrent
  func measure() async throws {
    var directory = StorageDirectory(folder)
    let queue = makeQueue(directory)
    let raw = RawFile(folder.appending(path: "raw").path)
    let bytes = Data(repeating: 7, count: 250)
    var (times, appends) = ([Double](), [Double]())
    for number in 0..<count {
      times.append(
        try await timed {
          try await queue.perform { _ in [Wish(number: number)] }
        })
      appends.append(try await timed { try raw.append(bytes) })
    }
    directory.close()
    directory = StorageDirectory(folder)
    let again = makeQueue(directory)
    var found = 0
    let start = try await timed { found = try await again.read { state, _ in state } }
    print("waiting", found)
    print("first", Array(times.prefix(100)).median)
    print("last", Array(times.suffix(100)).median)
    print("append", appends.median)
    print("start", start)
  }

  private func makeQueue(_ directory: StorageDirectory) -> OptimisticStore<WishModel> {
    let ids = Counter(0)
    return OptimisticStore(
      WishModel(), base: UnstoredBase(0), initial: 0, journal: "outbox", capacity: count,
      in: FeatureEnvironment(
        transport: Offline(), directory: directory, makeID: ids.next))
  }
}

/// A model whose state is the number of pending changes.
private struct WishModel: OptimisticModel {
  enum Failure: SyncFailure {
    case sync(SyncError)
  }

  func state(of snapshot: OptimisticSnapshot<Int, Wish>) -> Int { snapshot.pending.count }

  func send(
    _ outgoing: OutgoingChange<Wish>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<Wish, Int> { .notSent }
}

private struct Wish: OutboxChange {
  let number: Int
  var lane: Lane { Lane("line", "\(number % 200)") }
}

/// A source of consecutive identifiers.
final class Counter: Sendable {
  private let last: Mutex<Int>

  init(_ first: Int) { last = Mutex(first) }

  @Sendable func next() -> IdempotencyKey {
    last.withLock { last in
      last += 1
      return "id-\(last)"
    }
  }
}
