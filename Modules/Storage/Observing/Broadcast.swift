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
      let inOrder = observers.continuations.sorted { $0.key < $1.key }
      for (_, continuation) in inOrder { continuation.yield(state) }
    }
  }

  /// Adds an observer who is first told how things stand now, if that is known.
  package func observe(now state: State?) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: State.self, bufferingPolicy: .bufferingNewest(1))
    let id = observers.withLock { observers in
      observers.next += 1
      observers.continuations[observers.next] = continuation
      return observers.next
    }
    if let state { continuation.yield(state) }
    continuation.onTermination = { [weak self] _ in
      self?.observers.withLock { _ = $0.continuations.removeValue(forKey: id) }
    }
    return stream
  }

  deinit {
    for continuation in observers.withLock({ $0.continuations.values.map(\.self) }) {
      continuation.finish()
    }
  }
}
