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
  /// `true` while the change is being sent, after an attempt that got no answer, and after a restart for
  /// every change without an answer.
  public let mayBeApplied: Bool
  /// The number of failed attempts since the start of the app, without attempts that did not leave the
  /// device.
  public let failures: Int
  /// The reason for which the change is still queued.
  public let reason: WaitReason
  /// The reason why the user has to decide about the change; `nil` unless the reason is
  /// ``WaitReason/needsDecision``.
  public let refusal: ChangeRefusal<Change.Rejection>?
}

extension OutboxItem {
  /// The status of the changed value, such as for a badge beside it.
  @inlinable public var status: SyncStatus<Change.Rejection> {
    if let refusal { return .failed(refusal) }
    if case .applied = reason { return .confirmed }
    return mayBeApplied ? .maybeApplied : .pending
  }
}

/// The difference between a displayed value and the server's value.
public enum SyncStatus<Rejection: Codable & Hashable & Sendable>: Sendable, Hashable {
  /// The server has confirmed the value.
  case confirmed
  /// A change is queued and has not been sent.
  case pending
  /// A change was sent, but no answer arrived, so the server may have applied it.
  case maybeApplied
  /// The server refused a change.
  ///
  /// The displayed value does not contain the change. The user decides what happens to it.
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
  /// This release cannot decode the change; the journal stores it for a release that can.
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
  /// The user has to decide; ``OutboxItem/refusal`` has the reason.
  case needsDecision
  /// The server has applied the change.
  ///
  /// It stays queued until the data that contains its effect is stored.
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
  /// Whether an earlier attempt may have been applied.
  var mayBeApplied = false

  /// Returns the server's id of an entity, if the answer to an earlier change contained it.
  ///
  /// Only the ids of the change's own lane, and of the lanes that it depends on, are known here. The
  /// feature may have stored other ids.
  public func serverID(of lane: Lane) -> String? {
    serverIDs[lane.description]
  }
}
