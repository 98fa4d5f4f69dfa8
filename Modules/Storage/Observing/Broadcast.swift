import Synchronization

/// A multicast of states to any number of observers; all modules use this type.
///
/// Each observer buffers the newest states, by default only one. A slow observer neither delays the sender
/// nor accumulates states.
package final class Broadcast<State: Sendable>: Sendable {
  /// The observers in subscription order.
  private let observers = Mutex<[AsyncStream<State>.Continuation]>([])
  /// The number of states that an observer buffers.
  private let capacity: Int

  /// Creates a broadcast without observers.
  package init(buffering capacity: Int = 1) { self.capacity = capacity }

  /// Yields `state` to the observers in subscription order; `state` is not evaluated if there are none.
  package func tell(_ state: @autoclosure () -> State) {
    observers.withLock { observers in
      guard !observers.isEmpty else { return }
      let state = state()
      // Terminated observers are removed here and not in `onTermination`. The stream holds its lock
      // while it calls `onTermination`, so locking `observers` there could deadlock with `yield`.
      observers.removeAll { if case .terminated = $0.yield(state) { true } else { false } }
    }
  }

  /// Adds an observer, and returns its stream, which begins with `state` unless `state` is `nil`.
  ///
  /// The closure `end` is called once when the observer's iteration ends. If the observer's task is
  /// canceled, the call holds locks of this task and its parents, which resuming them needs. So `end` must
  /// use neither this broadcast nor any lock under which one of these tasks may be resumed.
  package func observe(
    now state: State?, onEnd end: (@Sendable () -> Void)? = nil
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(capacity))
    if let end { continuation.onTermination = { _ in end() } }
    observers.withLock { observers in
      observers.append(continuation)
      // The state is yielded under the lock, so that a newer state from a concurrent `tell(_:)` is
      // yielded later.
      if let state { continuation.yield(state) }
    }
    return stream
  }

  deinit {
    for observer in observers.withLock({ $0 }) { observer.finish() }
  }
}
