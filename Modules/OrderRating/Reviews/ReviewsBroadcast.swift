import Storage
import Synchronization

/// The state and everyone who watches it.
///
/// A class with a lock and not a part of the actor, so that the state is read without waiting.
final class ReviewsBroadcast: Sendable {
  private let current = Mutex(ReviewsState())
  private let observers = Broadcast<ReviewsState>()

  var state: ReviewsState { current.withLock { $0 } }

  func tell(_ new: ReviewsState) {
    current.withLock { state in
      guard new != state else { return }
      state = new
      observers.tell(new)
    }
  }

  func states() -> AsyncStream<ReviewsState> {
    current.withLock { observers.observe(now: $0) }
  }
}
