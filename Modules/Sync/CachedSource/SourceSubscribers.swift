import Storage
import Synchronization

/// The number of consumers that cause requests, and the signal that wakes the source.
package final class SourceSubscribers: Sendable {
  private let count = Atomic(0)
  private let signals = Broadcast<Void>()

  /// Creates an object without consumers.
  package init() {}

  /// Whether no consumer causes requests.
  package var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Adds a consumer.
  package func join() { count.add(1, ordering: .sequentiallyConsistent) }

  /// Removes a consumer and wakes the source.
  package func leave() {
    count.subtract(1, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Returns a stream that yields at once, and again whenever the source is woken.
  package func signal() -> AsyncStream<Void> { signals.observe(now: ()) }

  /// Wakes the source.
  package func wake() { signals.tell(()) }
}
