package import Storage

extension Outbox {
  /// The changes as they are now, unless that is how they were read before.
  package func reading(
    after known: OutboxReading<Change>? = nil
  ) async throws(OutboxError) -> OutboxReading<Change>? {
    try await load()
    let moment = moment
    return moment == known?.moment ? nil : OutboxReading(items: currentItems(), moment: moment)
  }

  /// Takes a change as ``enqueue(_:)`` does, and says more about it.
  package func take(_ change: Change) async throws(OutboxError) -> TakenChange<Change> {
    try await load()
    return try await taken(change)
  }

  /// Tells that the changes may have become others, as ``updates()`` without reading them.
  package func news() -> AsyncStream<Void> {
    bell.observe(now: isLoaded ? () : nil)
  }

  /// Everything that the items depend on, but for the time.
  var moment: OutboxMoment {
    OutboxMoment(revision: pending.revision, closed: gate.reasons, isRunning: isRunning)
  }
}

/// What was read of a queue.
///
/// It goes on with what is taken, so that a long queue is not read for each change that is added to it.
package struct OutboxReading<Change: OutboxChange>: Sendable {
  /// The changes, the oldest first.
  package private(set) var items: [OutboxItem<Change>]
  /// Where those are that the user has to decide about, or the app to store; what is taken is none of
  /// them.
  package let unsettled: [Int]
  fileprivate var moment: OutboxMoment?

  /// What is known before anything was read.
  package init() { (items, unsettled) = ([], []) }

  fileprivate init(items: [OutboxItem<Change>], moment: OutboxMoment) {
    (self.items, self.moment) = (items, moment)
    unsettled = items.indices.filter { items[$0].reason.isUnsettled }
  }

  /// Goes on with a change that was taken, and returns where it is.
  ///
  /// `nil` when something else has happened too: then the queue has to be read.
  package mutating func goOn(with taken: TakenChange<Change>) -> Int? {
    guard taken.before == moment, let (index, item) = taken.place else { return nil }
    moment = taken.after
    if index < items.count { items[index] = item } else { items.append(item) }
    return index
  }
}

extension WaitReason {
  /// Whether nothing in the queue holds it up.
  package var isNext: Bool { self == .next || self == .notRunning }

  /// Whether the user has to decide, or the app to store what the server has.
  fileprivate var isUnsettled: Bool {
    switch self {
    case .needsDecision, .settling: true
    case .next, .inFlight, .gate, .notRunning, .behind, .dependsOn, .backoff: false
    }
  }
}

/// A change that was taken.
package struct TakenChange<Change: OutboxChange>: Sendable {
  /// Whether it would survive a crash.
  package let persistence: Persistence
  /// Where and how it waits, alone or as part of an earlier one; `nil` when that was not to be had at
  /// once.
  let place: (index: Int, item: OutboxItem<Change>)?
  let before: OutboxMoment
  let after: OutboxMoment
}

/// When a queue was read, told from every moment at which it looked different.
struct OutboxMoment: Sendable, Equatable {
  let revision: Int
  let closed: Set<Gate.Reason>
  let isRunning: Bool
}
