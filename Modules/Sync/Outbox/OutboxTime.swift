/// The delays before retries, computed with an injected clock and random numbers.
struct OutboxTime: Sendable {
  /// The upper limit of the random delay after the first failed attempt to send a change.
  ///
  /// The upper limit doubles with each further failed attempt, up to `longest`.
  static let shortest = Duration.seconds(1)
  static let longest = Duration.seconds(60)

  /// Returns the time since the queue was created.
  let now: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void
  private var random: any RandomNumberGenerator & Sendable

  init<Time: Clock>(
    _ clock: Time, _ random: some RandomNumberGenerator & Sendable
  ) where Time.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    self.random = random
  }

  /// Returns the time of the next attempt: the current time plus a random delay.
  ///
  /// `failures` is the number of failed attempts, at least 1, including attempts that did not leave the
  /// device. The upper limit of the delay doubles with each further failure, up to `longest`.
  mutating func next(after failures: Int) -> Duration {
    let wait = min(Self.shortest * (1 << min(failures - 1, 10)), Self.longest)
    return now() + wait * Double.random(in: 0...1, using: &random)
  }
}
