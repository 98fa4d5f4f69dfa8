import Synchronization

/// A clock that advances only when a test calls ``advance(by:)`` or ``run()``.
///
/// A feature waits on its clock before it retries a request. With this clock, a feature retries a
/// request only after the test has advanced the clock.
public final class PausedClock: Clock {
  /// A point in virtual time.
  public typealias Instant = InstantClock.Instant

  private struct Sleeps {
    var now = Instant()
    var running: [(end: Instant, ending: AsyncStream<Never>.Continuation)] = []
  }

  private let sleeps = Mutex(Sleeps())
  private let beginnings:
    (stream: AsyncStream<Instant>, continuation: AsyncStream<Instant>.Continuation)

  /// Creates a clock at time zero.
  public init() { beginnings = AsyncStream<Instant>.makeStream() }

  /// The current time of the clock.
  public var now: Instant { sleeps.withLock { $0.now } }
  /// The smallest difference between two times.
  public let minimumResolution = Swift.Duration.nanoseconds(1)

  /// Waits until the clock is advanced to the deadline.
  ///
  /// - Throws: `CancellationError` if the calling task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, ending) = AsyncStream<Never>.makeStream()
    sleeps.withLock { sleeps in
      if deadline > sleeps.now {
        sleeps.running.append((deadline, ending))
      } else {
        ending.finish()
      }
    }
    beginnings.continuation.yield(deadline)
    for await _ in stream {}
    try Task.checkCancellation()
  }

  /// Waits until a task begins to sleep on this clock, and returns the deadline of that sleep.
  ///
  /// The deadline is a duration since the clock's start. Returns `nil` if the calling task is
  /// canceled.
  @discardableResult
  public func sleepBegan() async -> Duration? {
    var began = beginnings.stream.makeAsyncIterator()
    return await began.next()?.sinceStart
  }

  /// Advances the clock, and ends the sleeps whose deadlines have passed.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Ends each sleep at once, by advancing the clock to the sleep's deadline.
  ///
  /// Runs until the calling task is canceled.
  public func run() async {
    for await end in beginnings.stream { advance(to: end) }
  }

  private func advance(to instant: Instant) {
    sleeps.withLock { sleeps in
      sleeps.now = max(sleeps.now, instant)
      for sleep in sleeps.running where sleep.end <= sleeps.now { sleep.ending.finish() }
      sleeps.running.removeAll { [now = sleeps.now] in $0.end <= now }
    }
  }
}
