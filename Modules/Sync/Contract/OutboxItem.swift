#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Networking

/// A queued change, as a screen shows it.
public struct OutboxItem<Change: OutboxChange>: Sendable, Identifiable, Equatable {
  /// The id of the change; a later change has a higher id.
  public let id: Int
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
  /// The number of failed attempts to send the change since the app's start.
  ///
  /// An attempt that did not leave the device does not count.
  public let failures: Int
  /// The reason why the change is still queued.
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

/// The status of a displayed value, compared with the server's value.
public enum SyncStatus<Rejection: Codable & Hashable & Sendable>: Sendable, Hashable {
  /// The server has confirmed the value.
  case confirmed
  /// A change of the value is queued and has not been sent.
  case pending
  /// A change of the value was sent, but no final response arrived; the server may have applied it.
  case maybeApplied
  /// A change of the value waits for the user's decision, for the reason in the associated value.
  ///
  /// The displayed value does not contain this change.
  case failed(ChangeRefusal<Rejection>)

  /// Whether a change of the displayed value waits for the user's decision.
  @inlinable public var isFailed: Bool { if case .failed = self { true } else { false } }
}

/// The reason for which a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change permanently.
  case rejected(Rejection)
  /// The server has a newer value, and the change could not be adapted to it.
  case conflict
  /// The change was not sent while it was valid; see ``OutboxChange/validFor``.
  case expired
  /// This release cannot decode the change; the change stays stored for a later release.
  case unreadable
}

/// The reason for which a change is still queued.
public enum WaitReason: Sendable, Hashable {
  /// Nothing blocks the change; it is sent next.
  case ready
  /// An attempt to send the change is in progress.
  case inFlight
  /// The ``Gate`` is closed for these reasons.
  case gateClosed(Set<Gate.Reason>)
  /// ``OptimisticStore/run()`` is not running, so nothing is sent.
  case notRunning
  /// An earlier change of the same ``Lane``, with this id, has to be applied first.
  case blockedByEarlier(Int)
  /// A change of another ``Lane``, with this id, has to be applied first.
  case blockedByDependency(Int)
  /// The last attempt to send the change failed, and the next attempt starts after this delay.
  case backoff(Duration)
  /// The first attempt cannot be recorded, because the journal cannot be written.
  case notStored
  /// The user has to decide about the change because of its ``OutboxItem/refusal``.
  case needsDecision
  /// The server has applied the change.
  ///
  /// The change stays queued until the device has stored the confirmed value, which includes the effect
  /// of the change.
  case applied
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

extension ChangeRefusal: CustomStringConvertible {
  /// A sentence about the problem in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .rejected(let reason): "\(reason)"
    case .conflict: "changed on another device"
    case .expired: "not sent in time"
    case .unreadable: "made by a newer release of the app"
    }
  }
}
