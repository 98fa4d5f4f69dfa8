/// A clock that runs a hundred times as fast as real time, so that tests wait less.
public struct FastClock: Clock {
  private static let factor = 100
  private let clock = ContinuousClock()

  /// Creates a clock.
  public init() {}

  /// An instant of the clock.
  public struct Instant: InstantProtocol {
    let real: ContinuousClock.Instant

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(real: real.advanced(by: duration / FastClock.factor))
    }

    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration {
      real.duration(to: other.real) * FastClock.factor
    }

    /// Returns whether the first instant is before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.real < second.real }
  }

  /// The current instant.
  public var now: Instant { Instant(real: clock.now) }
  /// The smallest difference between two instants.
  public var minimumResolution: Duration { clock.minimumResolution * Self.factor }

  /// Sleeps until the deadline, which takes a hundredth of the duration in real time.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline.real, tolerance: tolerance)
  }
}
