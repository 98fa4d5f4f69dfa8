import Synchronization

/// The number of consumers that cause requests, and a signal that wakes the loop of
/// ``CachedSource/run()``.
package final class SourceSubscribers: Sendable {
  private struct Members {
    var count = 0
    /// The continuation of the signal; `nil` before the first run of the source.
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

  /// Returns a stream that yields at once, and again after each ``wake()``.
  package func signal() -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    members.withLock { $0.signal = signal }
    signal.yield()
    return signals
  }

  /// Wakes the loop of the source.
  package func wake() {
    _ = members.withLock(\.signal)?.yield()
  }
}

/// The subscription of one consumer.
///
/// It ends when the iteration ends, or when the sequence of states is released.
final class SourceSubscription: Sendable {
  private let subscribers: SourceSubscribers
  private let hasLeft = Atomic(false)

  init(_ subscribers: SourceSubscribers) {
    self.subscribers = subscribers
    subscribers.join()
  }

  func leave() {
    if !hasLeft.exchange(true, ordering: .relaxed) { subscribers.leave() }
  }

  deinit { leave() }
}

/// The states of a source for one consumer.
///
/// Equal states are skipped. Each state contains the value of the state that was delivered before it.
struct SourceStates<Scope: Hashable & Sendable, Value: Equatable & Sendable>: AsyncSequence,
  Sendable
{
  let states: AsyncStream<SourceState<Scope, Value>>
  /// `nil` for a consumer that causes no requests.
  let subscription: SourceSubscription?

  struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<SourceState<Scope, Value>>.Iterator
    let subscription: SourceSubscription?
    var last: SourceState<Scope, Value>?

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> SourceState<Scope, Value>? {
      while var state = await base.next(isolation: actor) {
        if state == last { continue }
        let before = last
        last = state
        if before?.scope == state.scope { state.previous = before?.value }
        return state
      }
      // A consumer whose task was canceled no longer iterates, even if it still retains the sequence.
      subscription?.leave()
      return nil
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: states.makeAsyncIterator(), subscription: subscription)
  }
}
