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
  /// An attempt was made in this process, or may have been made before a restart, and has no
  /// answer.
  public let mayBeApplied: Bool
  /// Number of failed attempts that reached the server, or may have, since the start of the app.
  public let failures: Int
  /// The reason for which the change is still queued.
  public let reason: WaitReason
  /// The reason for the user's decision; `nil` unless the reason is ``WaitReason/needsDecision``.
  public let refusal: ChangeRefusal<Change.Rejection>?
}

/// The reason for which a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change for good.
  case rejected(Rejection)
  /// The entity was changed elsewhere, and the change could not be rebased.
  case conflict
  /// This release cannot decode the change. The journal stores it for a release that can.
  case unreadable
}

/// The reason for which a change is still queued.
public enum WaitReason: Sendable, Hashable {
  /// Nothing blocks the change: it is sent next.
  case next
  /// An attempt to send the change is in progress.
  case inFlight
  /// The gate is closed for these reasons.
  case gate(Set<Gate.Reason>)
  /// No task awaits ``OptimisticStore/run()``, so nothing is sent.
  case notRunning
  /// An earlier change of the same lane, with this id, has to be applied first.
  case behind(Int)
  /// A change of another lane, with this id, has to be applied first.
  case dependsOn(Int)
  /// The last attempt failed; the next one starts after this delay.
  case backoff(Duration)
  /// The user has to decide, because of ``OutboxItem/refusal``.
  case needsDecision
  /// The server has applied the change, and the data that contains it has not been stored yet.
  case settling
}

extension ChangeRefusal where Rejection == String {
  /// The server's text, or a text for the other reasons.
  public var text: String {
    switch self {
    case .rejected(let text): text
    case .conflict: "it was changed elsewhere"
    case .unreadable: "this release cannot read it"
    }
  }
}
