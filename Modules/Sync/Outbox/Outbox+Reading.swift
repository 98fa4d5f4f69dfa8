package import Storage

extension Outbox {
  /// Returns the current changes, or `nil` if they have not changed since `known` was read.
  package func reading(
    after known: OutboxReading<Change>? = nil
  ) async throws(OutboxError) -> OutboxReading<Change>? {
    try await load()
    let moment = moment
    return moment == known?.moment ? nil : OutboxReading(items: currentItems(), moment: moment)
  }

  /// Adds a change as ``enqueue(_:)`` does, and returns its position and reason as well.
  package func take(_ change: Change) async throws(OutboxError) -> TakenChange<Change> {
    try await load()
    return try await taken(change)
  }

  /// Returns a signal for each possible change of the items, without building them.
  package func news() -> AsyncStream<Void> {
    bell.observe(now: isLoaded ? () : nil)
  }

  /// The version of the current items: all their inputs except the time.
  var moment: OutboxMoment {
    OutboxMoment(revision: pending.revision, closed: gate.reasons, isRunning: isRunning)
  }
}

/// A snapshot of a queue.
///
/// A change that was added can be applied to it, so that a long queue is not read again for each
/// one.
package struct OutboxReading<Change: OutboxChange>: Sendable {
  /// The changes, the oldest first.
  package private(set) var items: [OutboxItem<Change>]
  /// The positions of the changes that wait for the user or for the app.
  ///
  /// The user has to decide, or the app has to store the data that contains them.
  /// An added change is never one of them.
  package let unsettled: [Int]
  fileprivate var moment: OutboxMoment?

  /// Creates an empty snapshot, before the queue was read.
  package init() { (items, unsettled) = ([], []) }

  fileprivate init(items: [OutboxItem<Change>], moment: OutboxMoment) {
    (self.items, self.moment) = (items, moment)
    unsettled = items.indices.filter { items[$0].reason.isUnsettled }
  }

  /// Applies an added change, and returns its position.
  ///
  /// Returns `nil` if the queue has changed in another way too, so that it has to be read again.
  package mutating func goOn(with taken: TakenChange<Change>) -> Int? {
    guard taken.before == moment, let (index, item) = taken.place else { return nil }
    moment = taken.after
    if index < items.count { items[index] = item } else { items.append(item) }
    return index
  }
}

extension WaitReason {
  /// Whether nothing in the queue blocks the change.
  package var isNext: Bool { self == .next || self == .notRunning }

  /// Whether the change waits for the user's decision or for the app to store its data.
  fileprivate var isUnsettled: Bool {
    switch self {
    case .needsDecision, .settling: true
    case .next, .inFlight, .gate, .notRunning, .behind, .dependsOn, .backoff: false
    }
  }
}

/// The result of adding a change to the queue.
package struct TakenChange<Change: OutboxChange>: Sendable {
  /// Whether the change would survive a crash.
  package let persistence: Persistence
  /// The position and the item of the change, alone or merged into an earlier one.
  ///
  /// `nil` if the change was canceled out, or if its reason requires a walk over the queue.
  let place: (index: Int, item: OutboxItem<Change>)?
  let before: OutboxMoment
  let after: OutboxMoment
}

/// The version of a queue's items; equal versions have equal items, except for the delays.
struct OutboxMoment: Sendable, Equatable {
  let revision: Int
  let closed: Set<Gate.Reason>
  let isRunning: Bool
}
