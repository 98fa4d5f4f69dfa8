import Networking
import NetworkingTestSupport
import Storage
@testable import Sync
import SyncTestSupport

/// A model whose state is the queue, so that tests see each item; the base is empty.
struct QueueModel<Change: OutboxChange>: OptimisticModel {
  typealias Failure = SyncError

  /// Makes an attempt to send a change.
  let answer: @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>

  func state(of snapshot: OptimisticSnapshot<Int, Change>) -> [OutboxItem<Change>] {
    (snapshot.contained + snapshot.pending).sorted { $0.id < $1.id }
  }

  func send(
    _ outgoing: OutgoingChange<Change>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<Change, Int> { await answer(outgoing) }
}

/// A store that has nothing but a queue.
typealias Queue<Change: OutboxChange> = OptimisticStore<QueueModel<Change>>

extension OptimisticStore {
  /// Creates a queue over a journal.
  init<Change>(
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

  func enqueue<Change>(_ change: Change) async throws(SyncError) -> WriteStatus
  where Model == QueueModel<Change> {
    try await perform { _, _ in [change] }
  }

  func items<Change>() async throws(SyncError) -> [OutboxItem<Change>]
  where Model == QueueModel<Change> {
    try await read { items, _ in items }
  }
}

extension SendOutcome {
  /// Returns the outcome of a change that the server has applied, without a new base.
  static var applied: SendOutcome { .applied(ServerUpdate()) }

  /// Returns the outcome of a conflict with a newer value, which the server does not send.
  static func conflict(rebased: Change?) -> SendOutcome {
    .conflict(rebased: rebased, ServerUpdate())
  }
}

/// A server that is never reached.
struct NoServer: Transport {
  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
