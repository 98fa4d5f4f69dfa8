import Synchronization

/// The number of consumers that cause requests, and the signal that wakes the source.
package final class SourceSubscribers: Sendable {
  private struct Members {
    var count = 0
    /// Wakes the source; `nil` before its first run.
    var signal: AsyncStream<Void>.Continuation?
  }

  private let members = Mutex(Members())

  /// Creates an object without consumers.
  package init() {}

  /// Whether no consumer causes requests.
  package var isEmpty: Bool { members.withLock { $0.count == 0 } }

  /// Adds a consumer.
  package func join() {
    members.withLock { $0.count += 1 }
  }

  /// Removes a consumer and wakes the source.
  package func leave() {
    members.withLock { $0.count -= 1 }
    wake()
  }

  /// Returns a stream that yields at once, and again whenever the source is woken.
  package func signal() -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    members.withLock { $0.signal = signal }
    signal.yield()
    return signals
  }

  /// Wakes the source.
  package func wake() {
    _ = members.withLock(\.signal)?.yield()
  }
}
