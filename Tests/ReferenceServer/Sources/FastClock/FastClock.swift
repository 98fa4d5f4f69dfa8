/// A clock that goes a hundred times as fast as others, because a test need not wait for real.
public struct FastClock: Clock {
  private static let factor = 100
  private let clock = ContinuousClock()

  /// Makes one.
  public init() {}

  /// A moment of it.
  public struct Instant: InstantProtocol {
    let real: ContinuousClock.Instant

    /// So much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(real: real.advanced(by: duration / FastClock.factor))
    }

    /// How much later another is.
    public func duration(to other: Instant) -> Duration {
      real.duration(to: other.real) * FastClock.factor
    }

    /// Whether the first comes before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.real < second.real }
  }

  /// This moment.
  public var now: Instant { Instant(real: clock.now) }
  /// As little as it can tell apart.
  public var minimumResolution: Duration { clock.minimumResolution * Self.factor }

  /// Waits a hundredth of the time.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline.real, tolerance: tolerance)
  }
}
