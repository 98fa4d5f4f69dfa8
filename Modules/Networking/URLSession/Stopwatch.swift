/// The time since an exchange began, by any clock.
struct Stopwatch: Sendable {
  /// Returns the time that has passed.
  let elapsed: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) { elapsed = Self.elapsed(by: clock) }

  private static func elapsed<C: Clock<Duration>>(by clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
