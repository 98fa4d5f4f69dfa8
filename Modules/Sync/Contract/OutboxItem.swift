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
  /// Why it has not been sent yet, or what it waits for since.
  public let reason: WaitReason
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
  /// The user has to decide, for this reason: the server refused it, or nobody can read it.
  case needsDecision(String)
  /// The server has it, and the screen's data has not reached that version yet.
  case settling(version: Int)
}
