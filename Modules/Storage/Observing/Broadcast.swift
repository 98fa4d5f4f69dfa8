import Synchronization

/// A multicast of states to any number of observers; all modules use this type.
///
/// Each observer buffers only the newest state. A slow observer neither delays the sender nor
/// accumulates states.
package final class Broadcast<State: Sendable>: Sendable {
  private struct Observers {
    var continuations: [Int: AsyncStream<State>.Continuation] = [:]
    var next = 0
  }

  private let observers = Mutex(Observers())

  /// Creates a broadcast without observers.
  package init() {}

  /// Yields `state` to the observers in subscription order; `state` is not evaluated if there are none.
  package func tell(_ state: @autoclosure () -> State) {
    observers.withLock { observers in
      guard !observers.continuations.isEmpty else { return }
      let state = state()
      for (id, continuation) in observers.continuations.sorted(by: { $0.key < $1.key }) {
        // Terminated observers are removed here and not in `onTermination`. The stream holds its lock
        // while it calls `onTermination`, so locking `observers` there could deadlock with `yield`.
        if case .terminated = continuation.yield(state) { observers.continuations[id] = nil }
      }
    }
  }

  /// Adds an observer, and returns its stream, which begins with `state` unless `state` is `nil`.
  ///
  /// The closure `end` is called once when the observer's iteration ends. It must not use this
  /// broadcast.
  package func observe(
    now state: State?, onEnd end: (@Sendable () -> Void)? = nil
  ) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    if let end { continuation.onTermination = { _ in end() } }
    observers.withLock { observers in
      observers.next += 1
      observers.continuations[observers.next] = continuation
      // The state is yielded under the lock, so that a newer state from a concurrent `tell(_:)` is
      // yielded later.
      if let state { continuation.yield(state) }
    }
    return stream
  }

  deinit {
    let observers = observers.withLock { $0 }
    for (_, continuation) in observers.continuations.sorted(by: { $0.key < $1.key }) {
      continuation.finish()
    }
  }
}
