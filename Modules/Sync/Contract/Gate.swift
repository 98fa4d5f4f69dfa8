import Storage
import Synchronization

/// The switch that allows or forbids requests, with the reasons that forbid them.
///
/// The gate is open while no reason is active. Each reason, such as a missing network connection, is
/// added and removed by the part of the app that observes it. While the gate is closed, changes stay
/// queued and due fetches wait; neither counts as failed.
public final class Gate: Sendable {
  /// A reason to send no request.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The device has no network connection.
    case offline
    /// Data of an earlier release is being migrated, and a request may need the migrated data.
    case migrating
    /// No city has been chosen, and every request must name the country of the city.
    case noCity
    /// The user has to sign in again.
    case signedOut
  }

  private struct State {
    var reasons: Set<Reason>
    var closings: Int
  }

  private let state: Mutex<State>
  private let observers = Broadcast<Set<Reason>>()

  /// Creates a gate that is closed for these reasons, or open if there are none.
  public init(closedFor reasons: Set<Reason> = []) {
    state = Mutex(State(reasons: reasons, closings: reasons.isEmpty ? 0 : 1))
  }

  /// The active reasons; empty while the gate is open.
  public var reasons: Set<Reason> { state.withLock { $0.reasons } }

  /// Whether no reason is active.
  public var isOpen: Bool { reasons.isEmpty }

  /// The number of times that the gate was closed.
  ///
  /// If the gate closes and opens again at once, an observer of ``changes()`` may not notice that the
  /// gate was closed. This number is then higher than before.
  package var closings: Int { state.withLock { $0.closings } }

  /// Adds a reason; the gate stays closed until the reason is removed.
  public func close(for reason: Reason) {
    state.withLock { state in
      if state.reasons.isEmpty { state.closings += 1 }
      if state.reasons.insert(reason).inserted { observers.tell(state.reasons) }
    }
  }

  /// Removes a reason; the gate opens if no other reason is active.
  public func open(for reason: Reason) {
    state.withLock { state in
      if state.reasons.remove(reason) != nil { observers.tell(state.reasons) }
    }
  }

  /// Returns the active reasons, then each update; a slow consumer skips intermediate sets.
  public func changes() -> AsyncStream<Set<Reason>> {
    state.withLock { observers.observe(now: $0.reasons) }
  }
}

extension Gate.Reason: CustomStringConvertible {
  /// A few words in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .migrating: "data is being migrated"
    case .noCity: "no city"
    case .signedOut: "signed out"
    }
  }
}
