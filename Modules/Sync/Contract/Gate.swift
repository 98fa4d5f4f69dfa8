import Storage
import Synchronization

/// A switch for all requests of an app, with the reasons for which it is closed.
///
/// Open while no reason is active. Each component adds and removes only the reasons it owns. A
/// closed gate is neither a success nor a failure: changes and fetches behind it stay as they are.
public final class Gate: Sendable {
  /// A reason for which nothing may be sent.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The device has no network.
    case offline
    /// Data of an earlier release is being migrated, and a request may depend on it.
    case migrating
    /// No city has been chosen, so no country is known to send a request to.
    case noCity
    /// The user has to sign in again.
    case signedOut
  }

  private let state: Mutex<Set<Reason>>
  private let observers = Broadcast<Set<Reason>>()

  /// Creates a gate that is closed for these reasons.
  public init(closedFor reasons: Set<Reason> = []) {
    state = Mutex(reasons)
  }

  /// The active reasons; empty while the gate is open.
  public var reasons: Set<Reason> { state.withLock { $0 } }

  /// Whether no reason is active.
  public var isOpen: Bool { reasons.isEmpty }

  /// Adds a reason; the gate is closed until it has been removed.
  public func close(for reason: Reason) {
    state.withLock { reasons in
      if reasons.insert(reason).inserted { observers.tell(reasons) }
    }
  }

  /// Removes a reason; the gate opens if it was the last one.
  public func open(for reason: Reason) {
    state.withLock { reasons in
      if reasons.remove(reason) != nil { observers.tell(reasons) }
    }
  }

  /// Returns the active reasons, then each update; a slow consumer skips intermediate sets.
  public func changes() -> AsyncStream<Set<Reason>> {
    state.withLock { observers.observe(now: $0) }
  }
}
