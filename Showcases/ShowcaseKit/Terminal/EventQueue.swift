import Synchronization

/// The events of a screen, in the order in which they were sent, for one consumer.
///
/// Draw the screen only when the queue is empty. Drawing after each event falls ever further behind
/// if events arrive faster than a busy machine draws.
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

  /// Ends the queue after the events that were sent.
  public func finish() {
    signal.finish()
  }

  /// Returns the next event, or `nil` at the end or if the calling task is canceled.
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
