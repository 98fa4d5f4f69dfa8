import Synchronization

/// A current state with observers, shared by all modules above.
///
/// A class with a lock instead of an actor, so that the state can be read synchronously.
package final class ObservedState<State: Equatable & Sendable>: Sendable {
  private let current: Mutex<State>
  private let observers = Broadcast<State>()

  /// Creates a state without observers.
  package init(_ state: State) { current = Mutex(state) }

  /// The current state.
  package var state: State { current.withLock { $0 } }

  /// Stores a new state and yields it to observers in the order of the changes; ignores an equal
  /// state.
  package func tell(_ new: State) {
    current.withLock { state in
      guard new != state else { return }
      state = new
      observers.tell(new)
    }
  }

  /// Stores and yields a state that is known to differ.
  ///
  /// Skips the comparison with the old state, which is slow for a large state.
  package func tellNews(_ new: State) {
    current.withLock { state in
      state = new
      observers.tell(new)
    }
  }

  /// Returns the current state, then each update; a slow consumer skips intermediate states.
  ///
  /// `end` is called once when the consumer has left, and must not use this state.
  package func states(onEnd end: (@Sendable () -> Void)? = nil) -> AsyncStream<State> {
    current.withLock { observers.observe(now: $0, onEnd: end) }
  }
}
