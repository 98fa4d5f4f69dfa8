public import Sync

/// A cancellation that the server has not confirmed, or has rejected; see ``OrderTracker/cancel(_:)``.
public struct PendingCancellation: Sendable, Hashable, Identifiable {
  /// The id of the cancellation, for `retry(_:)` and `discard(_:)`.
  public let id: ChangeID
  /// The id of the order; `nil` if this release cannot decode the cancellation.
  public let order: Order.ID?
  /// The status, such as `.pending` before the cancellation is sent and `.failed` after a rejection.
  public let status: SyncStatus<CancellationRejection>
  /// The reason why the cancellation is still queued, such as `.ready` if it is sent next.
  public let reason: WaitReason
}
