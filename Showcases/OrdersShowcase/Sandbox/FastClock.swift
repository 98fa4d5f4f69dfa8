/// A clock that runs thirty times as fast as real time, so that an order arrives within two minutes.
struct FastClock: Clock {
  private static let factor = 30
  private let clock = ContinuousClock()

  struct Instant: InstantProtocol {
    let real: ContinuousClock.Instant

    func advanced(by duration: Duration) -> Instant {
      Instant(real: real.advanced(by: duration / FastClock.factor))
    }
    func duration(to other: Instant) -> Duration {
      real.duration(to: other.real) * FastClock.factor
    }
    static func < (first: Instant, second: Instant) -> Bool { first.real < second.real }
  }

  var now: Instant { Instant(real: clock.now) }
  var minimumResolution: Duration { clock.minimumResolution * Self.factor }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline.real, tolerance: tolerance)
  }
}
