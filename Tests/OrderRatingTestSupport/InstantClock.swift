import Synchronization

/// A clock on which waiting takes no time, so that what is tried again is tried at once.
public final class InstantClock: Clock {
  /// A moment, by the time since the clock was made.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// A later moment.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first comes before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  /// Makes a clock that shows zero.
  public init() {}

  /// What it shows.
  public var now: Instant { time.withLock { $0 } }
  /// Any moment can be told from any other.
  public var minimumResolution: Duration { .zero }

  /// Shows the deadline at once.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }

  /// Goes on by so much.
  public func jump(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
