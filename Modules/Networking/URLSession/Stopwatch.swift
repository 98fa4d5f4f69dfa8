/// The time since the start of an exchange, measured by an injected clock.
struct Stopwatch: Sendable {
  /// Returns the elapsed time.
  let elapsed: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) { elapsed = Self.elapsed(by: clock) }

  private static func elapsed<C: Clock<Duration>>(by clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
