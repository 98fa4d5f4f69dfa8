@testable import Sync
import SyncTestSupport
import Synchronization

/// An outbox on a virtual clock with scripted answers.
final class OutboxBench<Change: OutboxChange>: Sendable {
  /// One sending attempt.
  struct Attempt: Sendable {
    let key: String
    let change: Change
    let serverID: String?
  }

  let clock = VirtualClock()
  let gate = Gate()
  let outbox: Queue<Change>
  private let executor = SimulationExecutor(seed: 1)
  private let log: Log<Attempt>

  /// Creates an outbox over a journal.
  ///
  /// - Parameters:
  ///   - journal: The storage of the queue.
  ///   - word: The prefix of the idempotency keys.
  ///   - answer: The server's answer to each attempt; attempts are numbered from 1.
  init(
    _ journal: OutboxJournal = OutboxJournal(), keys word: String = "key",
    answer: @escaping @Sendable (_ attempt: Attempt, _ number: Int) -> SendOutcome<Change, Int> = {
      _, _ in .applied
    }
  ) {
    let (log, keys) = (Log<Attempt>(), Log<Void>())
    self.log = log
    outbox = Queue(
      journal: journal, gate: gate, clock: clock, makeKey: { "\(word)\(keys.add(()))" },
      send: { outgoing in
        let attempt = Attempt(
          key: outgoing.key, change: outgoing.change,
          serverID: outgoing.serverID(of: outgoing.change.lane))
        return answer(attempt, log.add(attempt))
      })
  }

  /// The attempts so far.
  var sent: [Attempt] { log.all }

  /// Starts `run()`, and runs ready tasks until none is left, or for a number of steps.
  @discardableResult
  func start(steps: Int = .max) -> Task<Void, Never> {
    let task = Task(executorPreference: executor) { [outbox] in
      do { try await outbox.run() } catch {}
    }
    var taken = 0
    while taken < steps, executor.step() { taken += 1 }
    return task
  }

  /// Runs all ready tasks without advancing the time.
  func rest() {
    while executor.step() {}
  }

  /// Advances the time to the next deadline and runs all ready tasks.
  func wait() {
    clock.advance()
    rest()
  }

  /// Calls the outbox, and returns the result; `nil` if the call does not return.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Queue<Change>) async throws(SyncError) -> Answer
  ) throws(SyncError) -> Answer? {
    let answers = Log<Result<Answer, SyncError>>()
    Task(executorPreference: executor) { [outbox] in
      do throws(SyncError) {
        _ = answers.add(.success(try await question(outbox)))
      } catch {
        _ = answers.add(.failure(error))
      }
    }
    rest()
    return try answers.all.first?.get()
  }

  func enqueue(_ changes: Change...) throws(SyncError) {
    for change in changes {
      _ = try ask { outbox throws(SyncError) in try await outbox.enqueue(change) }
    }
  }

  func items() throws(SyncError) -> [OutboxItem<Change>] {
    try ask { outbox throws(SyncError) in try await outbox.items() } ?? []
  }
}

/// A list that supports appending from any thread.
final class Log<Element: Sendable>: Sendable {
  private let list = Mutex<[Element]>([])

  var all: [Element] { list.withLock { $0 } }

  /// Appends an element and returns the new count.
  func add(_ element: Element) -> Int {
    list.withLock { list in
      list.append(element)
      return list.count
    }
  }
}

/// The changes to a cart and its photos in the tests.
enum Edit: OutboxChange {
  case create(String)
  case set(String, Int)
  case delete(String)
  case photo(String)
  /// Shows a photo, which has to exist on the server.
  case show(String, photo: String)
  case order

  var lane: Lane {
    switch self {
    case .create(let line), .set(let line, _), .delete(let line), .show(let line, _):
      Lane("line", line)
    case .photo(let photo): Lane("photo", photo)
    case .order: Lane("order", "1")
    }
  }

  var dependencies: ChangeDependencies {
    switch self {
    case .show(_, let photo): .lanes([Lane("photo", photo)])
    case .order: .everything
    default: .none
    }
  }

  var priority: SendPriority { if case .photo = self { .low } else { .normal } }

  func coalesce(after earlier: Edit) -> CoalescingResult<Edit> {
    switch (earlier, self) {
    case (.set, .set): .merged(self)
    case (.create, .delete): .cancelled
    default: .keepBoth
    }
  }
}
