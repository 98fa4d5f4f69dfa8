public import Networking

/// The input of ``OptimisticModel/state(of:)`` and ``OptimisticModel/reconcile(_:with:)``.
public struct OptimisticSnapshot<Base: Sendable & Equatable, Change: OutboxChange>: Sendable {
  /// The base: the value that the server has confirmed, together with data that only the device has.
  public let base: Base
  /// Whether ``base`` has been stored and would survive a crash.
  public let isStored: Bool
  /// The changes whose effect is not yet in ``base``, the oldest first.
  public let pending: [OutboxItem<Change>]
  /// The applied changes whose effect is already in ``base``, the oldest first.
  ///
  /// They stay queued until ``base`` is stored, so that a crash does not lose their effect.
  public let contained: [OutboxItem<Change>]
  /// The chosen city; `nil` before one is chosen.
  public let context: RequestContext?
  /// The status of loading, fetching and writing, which most models copy to their state.
  public let sync: SyncState

  /// Creates a snapshot, for tests of a model.
  public init(
    base: Base, isStored: Bool = true, pending: [OutboxItem<Change>] = [],
    contained: [OutboxItem<Change>] = [],
    context: RequestContext? = nil, sync: SyncState = SyncState()
  ) {
    self.base = base
    self.isStored = isStored
    self.pending = pending
    self.contained = contained
    self.context = context
    self.sync = sync
  }
}
