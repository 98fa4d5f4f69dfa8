public import Networking
public import Sync

/// A model whose state is the queue, so that a test sees each item; the base is empty.
public struct QueueModel<Change: OutboxChange>: OptimisticModel {
  /// The errors of the store's calls.
  public typealias Failure = SyncError

  private let answer: @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>

  /// Creates a model whose attempts are made by a closure.
  public init(
    answer: @escaping @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>
  ) {
    self.answer = answer
  }

  /// Returns the items in the order of the queue.
  public func state(of snapshot: OptimisticSnapshot<Int, Change>) -> [OutboxItem<Change>] {
    (snapshot.contained + snapshot.pending).sorted { $0.id < $1.id }
  }

  /// Makes an attempt to send a change.
  public func send(
    _ outgoing: OutgoingChange<Change>, on base: Int, in context: RequestContext
  ) async -> SendOutcome<Change, Int> { await answer(outgoing) }
}

/// A store that has nothing but a queue.
public typealias Queue<Change: OutboxChange> = OptimisticStore<QueueModel<Change>>

extension OptimisticStore {
  /// Creates a queue, whose journal has the name `queue`.
  public convenience init<Change>(
    in environment: FeatureEnvironment, capacity: Int = 1_000,
    send: @escaping @Sendable (OutgoingChange<Change>) async -> SendOutcome<Change, Int>
  ) where Model == QueueModel<Change> {
    self.init(
      QueueModel(answer: send), base: UnstoredBase(0), initial: 0, journal: "queue",
      capacity: capacity, in: environment)
  }

  /// Enqueues changes, of which all or none are accepted.
  public func enqueue<Change>(_ changes: Change...) async throws(SyncError)
  where Model == QueueModel<Change> {
    try await perform { _ in changes }
  }

  /// Returns the items after the journal has been read.
  public func items<Change>() async throws(SyncError) -> [OutboxItem<Change>]
  where Model == QueueModel<Change> {
    try await read { items, _ in items }
  }
}

/// A server that is never reached.
public struct NoServer: Transport {
  /// Creates the server.
  public init() {}

  /// Throws ``TransportError/offline``.
  public func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    throw .offline
  }
}
