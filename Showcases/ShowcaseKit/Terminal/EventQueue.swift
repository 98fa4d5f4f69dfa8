import Synchronization

/// The events of a screen, in the order in which they were sent, for one consumer.
///
/// Draw the screen only when the queue is empty. If the screen is drawn after each event, and
/// events arrive faster than the machine draws, the screen falls further and further behind.
public final class EventQueue<Event: Sendable>: Sendable {
  private let waiting = Mutex<[Event]>([])
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  /// Creates an empty queue.
  public init() {
    (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether all events that were sent have been received.
  public var isEmpty: Bool { waiting.withLock(\.isEmpty) }

  /// Adds an event.
  public func send(_ event: Event) {
    waiting.withLock { $0.append(event) }
    signal.yield()
  }

  /// Discards the queued events that satisfy a condition.
  func removeAll(where isUnwanted: (Event) -> Bool) {
    waiting.withLock { $0.removeAll(where: isUnwanted) }
  }

  /// Ends the queue: ``next()`` returns the events that are still queued, then `nil`.
  public func finish() {
    signal.finish()
  }

  /// Returns the next event; waits if there is none.
  ///
  /// Returns `nil` if the queue has ended or the calling task is canceled.
  public func next() async -> Event? {
    var signals = signals.makeAsyncIterator()
    while !Task.isCancelled {
      let event = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let event { return event }
      guard await signals.next() != nil else { break }
    }
    return nil
  }
}
