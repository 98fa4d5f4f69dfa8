/// A stopwatch that measures the time since its creation with an injected clock.
package struct Stopwatch: Sendable {
  /// A closure that returns the time since the creation of the stopwatch.
  package let elapsed: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) { elapsed = Self.elapsed(by: clock) }

  private static func elapsed<C: Clock<Duration>>(by clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
