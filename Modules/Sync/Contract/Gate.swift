import Storage
import Synchronization

/// Whether requests may leave at all, and why not.
///
/// A closed gate is neither a success nor a failure: what waits behind it stays as it is. It is open
/// while nobody has a reason against it; each reason is closed and opened by who knows about it.
public final class Gate: Sendable {
  /// Why nothing may be sent.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// There is no network.
    case offline
    /// Data of an earlier release is being brought over, and what a request needs may change.
    case migrating
    /// No city has been chosen, so there is no country to send anything to.
    case noCity
    /// The user has to sign in again.
    case signedOut
  }

  private let state: Mutex<Set<Reason>>
  private let observers = Broadcast<Set<Reason>>()

  /// Makes a gate that is closed for these reasons.
  public init(closedFor reasons: Set<Reason> = []) {
    state = Mutex(reasons)
  }

  /// What speaks against sending now; nothing when the gate is open.
  public var reasons: Set<Reason> { state.withLock { $0 } }

  /// Whether nothing speaks against sending.
  public var isOpen: Bool { reasons.isEmpty }

  /// Closes the gate for one more reason.
  public func close(for reason: Reason) {
    state.withLock { reasons in
      if reasons.insert(reason).inserted { observers.tell(reasons) }
    }
  }

  /// Takes a reason back; the gate is open when it was the last one.
  public func open(for reason: Reason) {
    state.withLock { reasons in
      if reasons.remove(reason) != nil { observers.tell(reasons) }
    }
  }

  /// The reasons now and whenever they change; who looks late sees the newest only.
  public func changes() -> AsyncStream<Set<Reason>> {
    state.withLock { observers.observe(now: $0) }
  }
}
