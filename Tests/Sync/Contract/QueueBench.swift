import Networking
import NetworkingTestSupport
import Storage
import Sync
import SyncTestSupport

/// A queue on a virtual clock, whose server answers as the test says and whose tasks run on request.
final class QueueBench<Change: OutboxChange>: Sendable {
  private let clock = VirtualClock()
  let diagnostics = Diagnostics()
  let queue: Queue<Change>
  private let executor = SimulationExecutor(seed: 1)
  private let log: Log<OutgoingChange<Change>>

  /// Creates a queue over the journal of a directory.
  ///
  /// - Parameters:
  ///   - directory: The directory, which no other process has open.
  ///   - word: The prefix of the idempotency keys.
  ///   - answer: The server's answer to each attempt; attempts are numbered from 1.
  init(
    _ directory: StorageDirectory = .inMemory(), keys word: String = "key",
    answer:
      @escaping @Sendable (_ attempt: OutgoingChange<Change>, _ number: Int) async
      -> SendOutcome<Change, Int> = { _, _ in .applied }
  ) {
    let (log, keys) = (Log<OutgoingChange<Change>>(), Log<Void>())
    self.log = log
    queue = Queue(
      in: FeatureEnvironment(
        transport: NoServer(), directory: directory, city: SettledCity(.almaty), clock: clock,
        random: EqualNumbers(),
        makeID: { "\(word)\(keys.add(()))" }, diagnostics: diagnostics)
    ) { outgoing in
      await answer(outgoing, log.add(outgoing))
    }
  }

  /// The attempts so far.
  var sent: [OutgoingChange<Change>] { log.all }

  /// Starts `run()`, and runs all ready tasks without advancing the time.
  func start() {
    Task(executorPreference: executor) { [queue] in
      do { try await queue.run() } catch {}
    }
    rest()
  }

  private func rest() {
    while executor.step() {}
  }

  /// Advances the time to the next deadline and runs all ready tasks.
  func wait() {
    clock.advance()
    rest()
  }

  /// Calls the queue, and returns the result; `nil` if the call does not return.
  @discardableResult
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Queue<Change>) async throws(SyncError) -> Answer
  ) throws(SyncError) -> Answer? {
    let answers = Log<Result<Answer, SyncError>>()
    Task(executorPreference: executor) { [queue] in
      do throws(SyncError) {
        answers.add(.success(try await question(queue)))
      } catch {
        answers.add(.failure(error))
      }
    }
    rest()
    return try answers.all.first?.get()
  }

  /// Enqueues changes one after the other.
  func enqueue(_ changes: Change...) throws(SyncError) {
    for change in changes {
      try ask { queue throws(SyncError) in try await queue.enqueue(change) }
    }
  }

  func retry(_ id: ChangeID) throws(SyncError) {
    try ask { queue throws(SyncError) in try await queue.retry(id) }
  }

  func replace(_ id: ChangeID, with change: Change) throws(SyncError) {
    try ask { queue throws(SyncError) in try await queue.replace(id, with: change) }
  }

  func discard(_ id: ChangeID) throws(SyncError) {
    try ask { queue throws(SyncError) in try await queue.discard(id) }
  }

  func items() throws(SyncError) -> [OutboxItem<Change>] {
    try ask { queue throws(SyncError) in try await queue.items() } ?? []
  }
}

extension SendOutcome {
  /// The outcome of a change that the server has applied, without a new base.
  static var applied: SendOutcome { .applied(ServerUpdate()) }
}

/// The changes to a cart and its photos.
enum Edit: OutboxChange {
  case create(String)
  case set(String, Int)
  case photo(String)
  /// Shows a photo, which has to exist on the server.
  case show(String, photo: String)
  case order

  var lane: Lane {
    switch self {
    case .create(let line), .set(let line, _), .show(let line, _): Lane("line", line)
    case .photo(let photo): Lane("photo", photo)
    case .order: Lane("order", "1")
    }
  }

  var dependencies: Set<Lane> {
    switch self {
    case .show(_, let photo): [Lane("photo", photo)]
    case .order: [Lane("line", "pizza"), Lane("line", "a"), Lane("photo", "p")]
    default: []
    }
  }

  var isLarge: Bool { if case .photo = self { true } else { false } }

  func coalesce(after earlier: Edit) -> CoalescingResult<Edit> {
    if case (.set, .set) = (earlier, self) { .merged(self) } else { .keepBoth }
  }
}

/// A change of a later release.
struct NewerEdit: OutboxChange {
  let wish: String
  var lane: Lane { Lane("line", "a") }
}
