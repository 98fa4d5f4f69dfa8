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
    /// The device has no network connection; the app adds and removes the reason.
    case offline
    /// No city has been chosen, and every request must name the country of the city.
    case noCity
    /// The user has to sign in, because the session has expired or the requests need an account.
    case signedOut
    /// The work for this account or guest has ended, for example after a sign-out; the gate stays closed.
    case formerUser
  }

  private struct State {
    var reasons: Set<Reason>
    var closings: Int
  }

  private let state: Mutex<State>
  private let parent: Gate?
  /// The reasons of ``parent`` that also close this gate.
  private let heeded: Set<Reason>
  /// The signals of all gates with the same device; one follows each update of their reasons.
  let signals: Broadcast<Void>

  /// Creates a gate that is closed for these reasons, or open if there are none.
  ///
  /// A gate in another one is also closed for the reasons of that gate. So the requests of a user can be
  /// forbidden without those of the device:
  ///
  /// ```swift
  /// let userGate = Gate(in: deviceGate)
  /// ```
  public init(in parent: Gate? = nil, closedFor reasons: Set<Reason> = []) {
    state = Mutex(State(reasons: reasons, closings: reasons.isEmpty ? 0 : 1))
    self.parent = parent
    heeded = Set(Reason.allCases)
    signals = parent?.signals ?? Broadcast()
  }

  /// Creates a gate that closes for some reasons of another one, such as only for a missing network.
  package init(in parent: Gate, heeding heeded: Set<Reason>) {
    state = Mutex(State(reasons: [], closings: 0))
    (self.parent, self.heeded, signals) = (parent, heeded, parent.signals)
  }

  /// The active reasons; empty while the gate is open.
  public var reasons: Set<Reason> {
    state.withLock { $0.reasons }.union((parent?.reasons ?? []).intersection(heeded))
  }

  /// Whether requests may be sent, because no reason closes this gate.
  public var isOpen: Bool { reasons.isEmpty }

  /// The number of times that the gate was closed.
  ///
  /// If the gate closes and opens again at once, an observer of ``changes()`` may not notice that the
  /// gate was closed. This number is then higher than before.
  package var closings: Int { state.withLock { $0.closings } + (parent?.closings ?? 0) }

  /// Adds a reason; the gate stays closed until the reason is removed.
  ///
  /// ```swift
  /// for await isReachable in reachability {
  ///   if isReachable { device.gate.open(for: .offline) } else { device.gate.close(for: .offline) }
  /// }
  /// ```
  public func close(for reason: Reason) {
    let isNew = state.withLock { state in
      if state.reasons.isEmpty { state.closings += 1 }
      return state.reasons.insert(reason).inserted
    }
    if isNew { signals.tell(()) }
  }

  /// Removes a reason; the gate opens if no other reason is active.
  public func open(for reason: Reason) {
    if state.withLock({ $0.reasons.remove(reason) }) != nil { signals.tell(()) }
  }

  /// Returns the active reasons, then again after each update of this gate or a related one.
  ///
  /// Related are the gate's parent and all gates in it. So two sets in sequence may be equal. A slow consumer
  /// skips intermediate sets.
  public func changes() -> AsyncStream<Set<Reason>> {
    let signals = signals.observe(now: ())
    return AsyncStream {
      for await _ in signals { return self.reasons }
      return nil
    }
  }
}

extension Gate.Reason: CustomStringConvertible {
  /// A few words in English, for logs; an app shows texts of its own.
  public var description: String {
    switch self {
    case .offline: "no network"
    case .noCity: "no city"
    case .signedOut: "signed out"
    case .formerUser: "the user has left"
    }
  }
}
