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
  /// `true` while the change is being sent, and after an attempt without a final response. After a
  /// restart it is `true` for every change whose outcome is not stored, because an attempt may have
  /// preceded the restart. `false` if no attempt has left the device, and once the outcome is known.
  public let mayBeApplied: Bool
  /// The number of failed attempts since the app's start; attempts that did not leave the device do not
  /// count.
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
  /// A change is queued and has not been sent.
  case pending
  /// A change was sent, but no final response arrived, so the server may have applied it.
  case maybeApplied
  /// The server refused a change.
  ///
  /// The displayed value does not contain the change. The change waits for the user's decision.
  case failed(ChangeRefusal<Rejection>)

  /// Whether the user has to decide.
  @inlinable public var isFailed: Bool { if case .failed = self { true } else { false } }
}

/// The reason for which a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change permanently.
  case rejected(Rejection)
  /// The entity was changed elsewhere, and the change could not be rebased on the new value.
  case conflict
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
  /// The last attempt failed, and the next attempt starts after this delay.
  case backoff(Duration)
  /// The user has to decide about the change because of its ``OutboxItem/refusal``.
  case needsDecision
  /// The server has applied the change.
  ///
  /// The change stays queued until the base that contains its effect is stored.
  case applied
}

extension ChangeRefusal where Rejection == String {
  /// The server's text for a rejection, and a fixed English text for the other reasons.
  public var text: String {
    switch self {
    case .rejected(let text): text
    case .conflict: "it was changed elsewhere"
    case .unreadable: "this release cannot read it"
    }
  }
}

/// A change to send, with its idempotency key.
public struct OutgoingChange<Change: OutboxChange>: Sendable {
  /// The change; every attempt under the same key sends the same change.
  public let change: Change
  /// The idempotency key, by which the server recognizes a repeated attempt.
  public let key: String
  let serverIDs: [String: String]
  /// The id of the change in its queue.
  let id: Int
  /// Whether the server may have applied an earlier attempt.
  var mayBeApplied = false

  /// Returns the server's id of an entity; `nil` if no response to an earlier change contained it.
  ///
  /// The queue knows only the ids of the change's ``Lane`` and of the lanes that the change depends on.
  /// A feature that needs other ids has to store them.
  public func serverID(of lane: Lane) -> String? {
    serverIDs[lane.description]
  }
}
