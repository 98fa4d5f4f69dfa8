import Storage
import Synchronization

/// The number of consumers that cause requests, and a signal that wakes the loop of
/// ``LiveMenuCatalog/run()``.
final class CatalogConsumers: Sendable {
  private let count = Atomic(0)
  private let signals = Broadcast<Void>()

  /// Whether the number of consumers is zero.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Adds a consumer.
  func join() { count.add(1, ordering: .sequentiallyConsistent) }

  /// Removes a consumer; after the last one, the loop of ``LiveMenuCatalog/run()`` ends its subscriptions.
  func leave() {
    let left = count.subtract(1, ordering: .sequentiallyConsistent).newValue
    if left == 0 { wake() }
  }

  /// Returns a stream that yields at once, and again after each ``wake()``.
  func signal() -> AsyncStream<Void> { signals.observe(now: ()) }

  /// Wakes the loop of ``LiveMenuCatalog/run()``.
  func wake() { signals.tell(()) }
}
