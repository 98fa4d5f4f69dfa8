import Storage

/// The result of one attempt to send a change.
struct SendAttempt<Change: OutboxChange>: Sendable {
  let delivery: Delivery<Change>
  /// Called on the outbox's actor in the step that applies the delivery to the queue.
  let commit: (@Sendable () -> Void)?
  /// Called after `commit`, and awaited before the journal has the delivery.
  let store: (@Sendable () async -> Void)?

  init(
    _ delivery: Delivery<Change>, commit: (@Sendable () -> Void)? = nil,
    store: (@Sendable () async -> Void)? = nil
  ) {
    self.delivery = delivery
    self.commit = commit
    self.store = store
  }
}

/// Access for an ``OptimisticStore``, which runs on this actor.
///
/// The store changes its own state in the same steps as the queue.
extension Outbox {
  /// Sends changes by `attempt`, until the calling task is canceled.
  func run(
    attempt: @escaping @Sendable (OutgoingChange<Change>) async -> SendAttempt<Change>
  ) async throws(OutboxError) {
    self.attempt = attempt
    try await run()
  }

  /// Adds changes in memory, all or none; none is sent before ``finishWriting(_:)`` has ended.
  func accept(_ changes: [Change]) -> Result<Set<Int>, OutboxError> {
    let before = changes.count > 1 ? (pending, nextID) : nil
    do throws(OutboxError) {
      var ids: Set<Int> = []
      for change in changes {
        if let id = try coalesced(change) {
          ids.insert(id)
        } else {
          ids.insert(try append(change))
        }
      }
      beginWriting(ids)
      return .success(ids)
    } catch {
      if let before { (pending, nextID) = before }
      return .failure(error)
    }
  }

  /// Removes applied changes; call it once the data that contains them is stored.
  func settle(_ ids: Set<Int>) async {
    let applied = ids.filter { id in pending.index(of: id).map { pending[$0].isApplied } ?? false }
    guard !applied.isEmpty else { return }
    pending.remove(applied)
    await record(applied)
  }
}
