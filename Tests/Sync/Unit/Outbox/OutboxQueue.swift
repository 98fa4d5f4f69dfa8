@testable import Sync
import SyncTestSupport

/// An outbox without a store, so that a test makes each event of the queue itself.
struct OutboxQueue<Change: OutboxChange> {
  let clock = VirtualClock()
  var outbox: Outbox<Change>

  /// Creates an empty queue, whose keys are "key1", "key2" and so on.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of changes that have not been applied.
  ///   - random: The random numbers for the delays; by default, each delay is the longest one.
  init(
    capacity: Int = 100, random: some RandomNumberGenerator & Sendable = EqualNumbers.largest
  ) {
    let keys = Log<Void>()
    outbox = Outbox(
      journal: OutboxJournal(), capacity: capacity, time: OutboxTime(clock, random),
      makeKey: { "key\(keys.add(()))" })
  }

  var items: [OutboxItem<Change>] { outbox.items(closed: [], isRunning: true) }
  var reasons: [WaitReason] { items.map(\.reason) }

  /// Returns the stored entry of a change; `nil` if the change is not in the queue.
  func entry(_ id: Int) -> OutboxEntry? { outbox.entries(of: [id]).saved.first }

  /// Enqueues changes one after the other, and writes each to the journal.
  mutating func enqueue(_ changes: Change...) throws(SyncError) {
    for change in changes { outbox.endWriting(try outbox.accept([change])) }
  }

  /// Starts the attempts that are due.
  mutating func start() -> [OutgoingChange<Change>] {
    outbox.start().ids.compactMap { outbox.attempt($0, closed: [], isRunning: true) }
  }

  /// Ends an attempt with an outcome, and returns the ids of the changes that were written.
  @discardableResult
  mutating func finish(
    _ attempt: OutgoingChange<Change>, _ outcome: SendOutcome<Change, Int>
  ) -> Set<Int> {
    let ids = outbox.finish(attempt, outcome, isEffectStored: true)
    outbox.endWriting(ids)
    outbox.end(attempt)
    return ids
  }

  /// Makes the attempts that are due, all with the same outcome.
  mutating func send(_ outcome: SendOutcome<Change, Int>) {
    for attempt in start() { finish(attempt, outcome) }
  }

  mutating func retry(_ id: Int) throws(SyncError) { outbox.endWriting(try outbox.retry(id)) }

  mutating func replace(_ id: Int, with change: Change) throws(SyncError) {
    outbox.endWriting(try outbox.replace(id, with: change))
  }

  mutating func discard(_ id: Int) throws(SyncError) { outbox.endWriting(try outbox.discard(id)) }
}

/// A generator whose numbers are all the same, so that each delay is exact.
struct EqualNumbers: RandomNumberGenerator, Sendable {
  let number: UInt64

  /// The random part of each delay is the whole.
  static let largest = EqualNumbers(number: .max)
  /// The random part of each delay is zero.
  ///
  /// The number is not 0, which `Double.random(in:using:)` rejects until another one comes.
  static let smallest = EqualNumbers(number: 1)

  func next() -> UInt64 { number }
}

/// A change whose properties a test chooses; a value that is not a number cannot be encoded.
struct FreeChange: OutboxChange {
  let lane: Lane
  var value: Double
  var dependencies = ChangeDependencies.none
  var priority = SendPriority.normal
  /// Whether the change is merged with an earlier one of its lane.
  var isMerged: Bool

  init(
    _ line: String, _ value: Double = 0, after dependencies: ChangeDependencies = .none,
    priority: SendPriority = .normal, isMerged: Bool = false
  ) {
    lane = Self.lane(line)
    self.value = value
    self.dependencies = dependencies
    self.priority = priority
    self.isMerged = isMerged
  }

  static func lane(_ line: String) -> Lane { Lane("line", line) }

  func coalesce(after earlier: FreeChange) -> CoalescingResult<FreeChange> {
    isMerged ? .merged(self) : .keepBoth
  }
}
