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

  private struct State {
    var reasons: Set<Reason>
    var closings = 0
  }

  private let state: Mutex<State>
  private let observers = Broadcast<Set<Reason>>()

  /// Makes a gate that is closed for these reasons.
  public init(closedFor reasons: Set<Reason> = []) {
    state = Mutex(State(reasons: reasons, closings: reasons.isEmpty ? 0 : 1))
  }

  /// What speaks against sending now; nothing when the gate is open.
  public var reasons: Set<Reason> { state.withLock { $0.reasons } }

  /// Whether nothing speaks against sending.
  public var isOpen: Bool { reasons.isEmpty }

  /// The number of times that the gate was closed.
  ///
  /// An observer of ``changes()`` can miss a gate that is closed and opened again; with this number it
  /// does not.
  package var closings: Int { state.withLock { $0.closings } }

  /// Closes the gate for one more reason.
  public func close(for reason: Reason) {
    state.withLock { state in
      if state.reasons.isEmpty { state.closings += 1 }
      if state.reasons.insert(reason).inserted { observers.tell(state.reasons) }
    }
  }

  /// Takes a reason back; the gate is open when it was the last one.
  public func open(for reason: Reason) {
    state.withLock { state in
      if state.reasons.remove(reason) != nil { observers.tell(state.reasons) }
    }
  }

  /// The reasons now and whenever they change; who looks late sees the newest only.
  public func changes() -> AsyncStream<Set<Reason>> {
    state.withLock { observers.observe(now: $0.reasons) }
  }
}
