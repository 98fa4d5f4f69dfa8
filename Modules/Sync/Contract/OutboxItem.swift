public import Foundation
public import Networking

/// A queued change of an ``OptimisticStore``, with the reason why it is still queued.
public struct OutboxItem<Change: OutboxChange>: Sendable, Identifiable, Equatable {
  /// The id of the change; a later change has a higher id.
  public let id: ChangeID
  /// The lane of the change, which identifies the changed entity.
  public let lane: Lane
  /// The change; `nil` if this release cannot decode it.
  public let change: Change?
  /// Whether the server may have applied the change.
  ///
  /// `true` while the change is being sent, and after an attempt without a final response. `false`
  /// before the first attempt, after attempts that did not leave the device, and once the outcome is
  /// known.
  ///
  /// After a restart, the value is `true` for every change whose outcome is not stored, unless the journal
  /// says that no attempt was made; see ``OutboxChange/recordsFirstAttempt``. The change may have been sent
  /// before the restart.
  public let mayBeApplied: Bool
  /// The reason why the change is still queued, such as ``WaitReason/ready`` if it is sent next.
  public let reason: WaitReason
  /// The refusal that requires a decision of the user; `nil` unless ``reason`` is
  /// ``WaitReason/needsDecision``.
  public let refusal: ChangeRefusal<Change.Rejection>?
}

extension OutboxItem {
  /// The status of the changed value, for example for a badge next to the value.
  @inlinable public var status: SyncStatus<Change.Rejection> {
    if let refusal { return .failed(refusal) }
    if case .applied = reason { return .confirmed }
    return mayBeApplied ? .maybeApplied : .pending
  }
}

/// A change to send, with its idempotency key.
public struct OutgoingChange<Change: OutboxChange>: Sendable, Equatable {
  /// The change; every attempt under the same key sends the same change.
  public let change: Change
  /// The idempotency key, by which the server recognizes a repeated attempt.
  public let key: IdempotencyKey
  /// The id of the change in its queue.
  let id: Int
  /// Whether the server may have applied the change in an earlier attempt to send it.
  public let mayBeApplied: Bool
  /// The server's time at the user's tap; `nil` if the change has no ``OutboxChange/validFor``, or if the
  /// server has not told its time.
  public let tappedAt: Date?
}
