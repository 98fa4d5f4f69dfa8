import Synchronization

/// A clock on which sleeping takes no time: the sleep returns at once and the time is later.
///
/// It is meant for scripts with one lane, where at most one task at a time sleeps, such as a
/// scenario that awaits one sandbox answer after another. Then every run sees the same times.
///
/// Two tasks that sleep side by side do not wait for each other: their sleeps add up in whatever
/// order they run. A loop that sleeps until something else happens spins. Give engines with timers
/// of their own a clock made for tests instead.
public final class ScriptedClock: Clock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol {
    /// The virtual time since the script began.
    public let sinceStart: Duration

    /// Returns the point that is `duration` later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// Returns the time from this point to `other`.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Whether the first point is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.sinceStart < second.sinceStart
    }
  }

  private let time = Mutex(Instant(sinceStart: .zero))

  /// Creates a clock at virtual time zero.
  public init() {}

  /// The present virtual time.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: virtual time is exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time on to `deadline` without waiting; time never goes back.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled, and then no time passes.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
