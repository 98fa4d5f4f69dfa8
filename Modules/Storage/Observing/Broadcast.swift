import Synchronization

/// Tells any number of observers how things stand; the one such piece for all modules above.
///
/// Each has one place for the newest state, so one that does not look holds up nothing and piles up
/// nothing.
package final class Broadcast<State: Sendable>: Sendable {
  private struct Observers {
    var continuations: [Int: AsyncStream<State>.Continuation] = [:]
    var next = 0
  }

  private let observers = Mutex(Observers())

  /// Makes one that nobody observes.
  package init() {}

  /// Tells everybody, who came first before the others; `state` is not asked for when there is nobody.
  package func tell(_ state: @autoclosure () -> State) {
    observers.withLock { observers in
      guard !observers.continuations.isEmpty else { return }
      let state = state()
      for (id, continuation) in observers.continuations.sorted(by: { $0.key < $1.key }) {
        // Who has left is found here: a task that is being cancelled holds a lock of its own, so
        // leaving must not wait for ours while we wait for it to take the state.
        if case .terminated = continuation.yield(state) { observers.continuations[id] = nil }
      }
    }
  }

  /// Adds an observer who is first told how things stand now, if that is known.
  package func observe(now state: State?) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    observers.withLock { observers in
      observers.next += 1
      observers.continuations[observers.next] = continuation
    }
    if let state { continuation.yield(state) }
    return stream
  }

  deinit {
    let observers = observers.withLock { $0 }
    for (_, continuation) in observers.continuations { continuation.finish() }
  }
}
