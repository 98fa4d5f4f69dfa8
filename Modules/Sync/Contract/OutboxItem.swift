/// A change in an ``Outbox``, as a screen shows it.
public struct OutboxItem<Change: OutboxChange>: Sendable, Identifiable, Equatable {
  /// Its place in the order of all changes.
  public let id: Int
  /// The entity it is about.
  public let lane: Lane
  /// What is wanted; `nil` when this release cannot read it.
  public let change: Change?
  /// Whether the server may have it already: it was sent, or may have been before a restart.
  public let mayBeApplied: Bool
  /// How many attempts have failed since the start of the app.
  public let failures: Int
  /// Why the change is still queued.
  public let reason: WaitReason
  /// Why the user has to decide; `nil` unless the reason is ``WaitReason/needsDecision``.
  public let refusal: ChangeRefusal<Change.Rejection>?
}

/// Why a change waits for the user's decision.
public enum ChangeRefusal<Rejection: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The server refuses the change for good.
  case rejected(Rejection)
  /// The entity was changed elsewhere, and the change could not be rebased on that.
  case conflict
  /// This release cannot read the change. It is stored for a release that can.
  case unreadable
}

/// Why a change is still in the queue.
public enum WaitReason: Sendable, Hashable {
  /// It is next.
  case next
  /// It is on its way.
  case inFlight
  /// Nothing may be sent, for these reasons.
  case gate(Set<Gate.Reason>)
  /// No task awaits ``Outbox/run()``, so nothing is sent.
  case notRunning
  /// An earlier change of the same lane comes first.
  case behind(Int)
  /// A change of another lane comes first.
  case dependsOn(Int)
  /// It failed, and is tried again in so long.
  case backoff(Duration)
  /// The user has to decide; ``OutboxItem/refusal`` says why.
  case needsDecision
  /// The server has it, and the screen's data has not reached that version yet.
  case settling(version: Int)
}

extension ChangeRefusal where Rejection == String {
  /// The server's text, or what happened instead.
  public var text: String {
    switch self {
    case .rejected(let text): text
    case .conflict: "it was changed elsewhere"
    case .unreadable: "this release cannot read it"
    }
  }
}
