import Synchronization

/// Clock that only a test advances.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    typealias Duration = Swift.Duration
    var sinceStart = Swift.Duration.zero
    func advanced(by duration: Duration) -> Self { Self(sinceStart: sinceStart + duration) }
    func duration(to other: Self) -> Duration { other.sinceStart - sinceStart }
    static func < (one: Self, other: Self) -> Bool { one.sinceStart < other.sinceStart }
  }

  private struct Sleeps {
    var now = Instant()
    var running: [(end: Instant, ending: AsyncStream<Never>.Continuation)] = []
  }

  private let sleeps = Mutex(Sleeps())
  private let beginnings:
    (stream: AsyncStream<Instant>, continuation: AsyncStream<Instant>.Continuation)

  init() { beginnings = AsyncStream<Instant>.makeStream() }

  var now: Instant { sleeps.withLock { $0.now } }
  let minimumResolution = Swift.Duration.nanoseconds(1)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
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

  /// Waits until a sleep begins; returns its deadline as a duration since the clock's start.
  @discardableResult
  func sleepBegan() async -> Duration? {
    var began = beginnings.stream.makeAsyncIterator()
    return await began.next()?.sinceStart
  }

  /// Advances the clock and ends the sleeps that are due.
  func advance(by duration: Duration) { advance(to: now.advanced(by: duration)) }

  /// Advances the clock to the deadline of each new sleep, until the calling task is canceled.
  func run() async {
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
