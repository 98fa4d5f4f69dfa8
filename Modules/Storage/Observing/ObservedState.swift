import Synchronization

/// A state and everyone who watches it; the one such piece for all modules above.
///
/// A class with a lock and not a part of an actor, so that the state is read without waiting.
package final class ObservedState<State: Equatable & Sendable>: Sendable {
  private let current: Mutex<State>
  private let observers = Broadcast<State>()

  /// Makes one that nobody watches.
  package init(_ state: State) { current = Mutex(state) }

  /// How things stand.
  package var state: State { current.withLock { $0 } }

  /// Tells a new state to all in the order of the changes; the same again is not told.
  package func tell(_ new: State) {
    current.withLock { state in
      guard new != state else { return }
      state = new
      observers.tell(new)
    }
  }

  /// Tells a state that is known to be another one, which for a large state takes long to find out.
  package func tellNews(_ new: State) {
    current.withLock { state in
      state = new
      observers.tell(new)
    }
  }

  /// How things stand now, then each later state; who looks late sees the newest only.
  package func states() -> AsyncStream<State> {
    current.withLock { observers.observe(now: $0) }
  }
}
