/// A queued change, as a screen shows it.
public struct OutboxItem<Change: OutboxChange>: Sendable, Identifiable, Equatable {
  /// The number of the change; later changes have higher numbers.
  public let id: Int
  /// The changed entity.
  public let lane: Lane
  /// The change; `nil` if this release cannot decode it.
  public let change: Change?
  /// Whether the server may have applied the change.
  ///
  /// True during an attempt, after an attempt without an answer, and for every unanswered change that was
  /// loaded after a restart.
  public let mayBeApplied: Bool
  /// Number of failed attempts since the app's start; attempts that did not leave the device do not
  /// count.
  public let failures: Int
  /// The reason for which the change is still queued.
  public let reason: WaitReason
  /// The reason for the user's decision; `nil` unless the reason is ``WaitReason/needsDecision``.
  public let refusal: ChangeRefusal<Change.Rejection>?
}

extension OutboxItem {
  /// The status of the value that the change sets, such as for a badge next to the value.
  @inlinable public var status: SyncStatus<Change.Rejection> {
    if let refusal { return .failed(refusal) }
    if case .applied = reason { return .confirmed }
    return mayBeApplied ? .maybeApplied : .pending
  }
}

/// The status of a displayed value compared with the server's value.
public enum SyncStatus<Rejection: Codable & Hashable & Sendable>: Sendable, Hashable {
  /// The server has confirmed the value.
  case confirmed
  /// A change is queued and has not been sent.
  case pending
  /// A change was sent and has no answer, so the server may have applied it.
  case maybeApplied
  /// The server refused a change.
  ///
  /// The displayed value lacks the change, and the user decides.
  case failed(ChangeRefusal<Rejection>)

  /// Whether the user has to decide.
  @inlinable public var isFailed: Bool { if case .failed = self { true } else { false } }
}

/// The reason for which a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change for good.
  case rejected(Rejection)
  /// The entity was changed elsewhere, and the change could not be rebased on the new value.
  case conflict
  /// This release cannot decode the change; the journal stores it for a release that can.
  case unreadable
}

/// The reason for which a change is still queued.
public enum WaitReason: Sendable, Hashable {
  /// Nothing blocks the change: it is sent next.
  case ready
  /// An attempt to send the change is in progress.
  case inFlight
  /// The gate is closed for these reasons.
  case gateClosed(Set<Gate.Reason>)
  /// ``OptimisticStore/run()`` is not running, so nothing is sent.
  case notRunning
  /// An earlier change of the same lane, with this id, has to be applied first.
  case blockedByEarlier(Int)
  /// A change of another lane, with this id, has to be applied first.
  case blockedByDependency(Int)
  /// The last attempt failed; the next one starts after this delay.
  case backoff(Duration)
  /// The user has to decide, because of ``OutboxItem/refusal``.
  case needsDecision
  /// The server has applied the change, and the data that contains it has not been stored yet.
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
  /// The change; the same for every attempt under one key.
  public let change: Change
  /// The value of `Idempotency-Key`, by which the server recognizes a repeated attempt.
  public let key: String
  let serverIDs: [String: String]
  /// The number of the change in its queue.
  let id: Int
  /// Whether an earlier attempt may have been applied.
  var mayBeApplied = false

  /// Returns the server's id of an entity, if the answer to an earlier change has named it.
  ///
  /// Contains only ids of the change's own lane and of the lanes that it depends on. The feature may have
  /// stored others.
  public func serverID(of lane: Lane) -> String? {
    serverIDs[lane.description]
  }
}
