/// When to try again, by a clock and a source of randomness that are given.
struct OutboxTime: Sendable {
  /// The longest wait before the first repetition, and before any.
  static let shortest = Duration.seconds(1)
  static let longest = Duration.seconds(60)

  /// The time since the queue was made.
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

  /// A moment before the wait that doubles with each failure is over: full jitter.
  mutating func next(after failures: Int) -> Duration {
    let wait = min(Self.shortest * (1 << min(failures - 1, 10)), Self.longest)
    return now() + wait * Double.random(in: 0...1, using: &random)
  }
}
