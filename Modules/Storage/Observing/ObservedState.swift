import Synchronization

/// A current state with observers; all modules use this type.
///
/// The type is a class with a lock and not an actor, so that the state can be read synchronously.
package final class ObservedState<State: Equatable & Sendable>: Sendable {
  private let current: Mutex<State>
  private let observers = Broadcast<State>()

  /// Creates a state without observers.
  package init(_ state: State) { current = Mutex(state) }

  /// The current state.
  package var state: State { current.withLock { $0 } }

  /// Stores a new state and yields it to the observers, unless it equals the current state.
  ///
  /// Observers receive states in the order in which they were stored.
  package func tell(_ new: State) { update { $0 = new } }

  /// Changes the state in one step, and yields it to the observers if the change is one.
  package func update(_ change: (inout State) -> Void) {
    current.withLock { state in
      let old = state
      change(&state)
      if state != old { observers.tell(state) }
    }
  }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// The closure `end` is called once when the consumer's iteration ends. It must not use this object.
  package func states(onEnd end: (@Sendable () -> Void)? = nil) -> AsyncStream<State> {
    current.withLock { observers.observe(now: $0, onEnd: end) }
  }
}
