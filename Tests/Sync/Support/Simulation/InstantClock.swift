import Synchronization

/// A clock on which sleeping returns at once and advances the time, for retries without delay.
public final class InstantClock: Clock {
  /// An instant, as the time since the clock was created.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether the first instant is before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private let time = Mutex(Instant(offset: .zero))

  /// Creates a clock at zero.
  public init() {}

  /// The current instant.
  public var now: Instant { time.withLock { $0 } }
  /// The smallest difference between two instants.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock to the deadline and returns after one yield.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }

  /// Advances the clock by a duration.
  public func jump(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }
}
