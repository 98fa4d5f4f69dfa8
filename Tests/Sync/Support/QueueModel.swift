package import Networking
import NetworkingTestSupport
package import Storage
package import Sync

/// A model whose state is the queue, so that tests see each item; the base is empty.
package struct QueueModel<Change: OutboxChange>: OptimisticModel {
  package typealias Failure = SyncError

  /// Makes an attempt to send a change.
  package let answer: @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>

  /// Creates a model whose attempts are made by a closure.
  package init(
    answer: @escaping @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>
  ) {
    self.answer = answer
  }

  package func state(of snapshot: OptimisticSnapshot<Int, Change>) -> [OutboxItem<Change>] {
    (snapshot.contained + snapshot.pending).sorted { $0.id < $1.id }
  }

  package func send(
    _ outgoing: OutgoingChange<Change>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<Change, Int> { await answer(outgoing) }
}

/// A store that has nothing but a queue.
package typealias Queue<Change: OutboxChange> = OptimisticStore<QueueModel<Change>>

extension OptimisticStore {
  /// Creates a queue over a journal.
  package init<Change>(
    journal: OutboxJournal = OutboxJournal(), gate: Gate,
    clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 1,
    makeKey: @escaping @Sendable () -> String = { "key" },
    send: @escaping @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>
  ) where Model == QueueModel<Change> {
    var environment = FeatureEnvironment(
      transport: NoServer(), city: SettledCity(.almaty, gate: gate), clock: clock,
      random: SplitMix64(seed: seed), makeID: makeKey)
    environment.makeJournal = { _ in journal }
    self.init(
      QueueModel(answer: send), base: UnstoredBase(0), initial: 0, journal: "queue", in: environment
    )
  }

  package func enqueue<Change>(_ change: Change) async throws(SyncError) -> WriteStatus
  where Model == QueueModel<Change> {
    try await perform { _, _ in [change] }
  }

  package func items<Change>() async throws(SyncError) -> [OutboxItem<Change>]
  where Model == QueueModel<Change> {
    try await read { items, _ in items }
  }
}

extension SendOutcome {
  /// Returns the outcome of a change that the server has applied, without a new base.
  package static var applied: SendOutcome { .applied(ServerUpdate()) }

  /// Returns the outcome of a conflict with a newer value, which the server does not send.
  package static func conflict(rebased: Change?) -> SendOutcome {
    .conflict(rebased: rebased, ServerUpdate())
  }
}

/// A server that is never reached.
package struct NoServer: Transport {
  /// Creates a server that is never reached.
  package init() {}

  package func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
