import Storage
import Synchronization

/// The state and everyone who watches it.
///
/// A class with a lock and not a part of the actor, so that the state is read without waiting.
final class CartBroadcast: Sendable {
  private let current = Mutex(CartState())
  private let observers = Broadcast<CartState>()

  var state: CartState { current.withLock { $0 } }

  func tell(_ new: CartState) {
    current.withLock { state in
      guard new != state else { return }
      state = new
      observers.tell(new)
    }
  }

  func states() -> AsyncStream<CartState> {
    current.withLock { observers.observe(now: $0) }
  }
}
