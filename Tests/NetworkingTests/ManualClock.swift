import Synchronization

/// A clock that stands still until a test ends the sleeps on it.
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
    var running: [AsyncStream<Never>.Continuation] = []
  }

  private let sleeps = Mutex(Sleeps())
  private let beginnings: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)

  init() { beginnings = AsyncStream<Void>.makeStream() }

  var now: Instant { sleeps.withLock { $0.now } }
  let minimumResolution = Swift.Duration.nanoseconds(1)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, ending) = AsyncStream<Never>.makeStream()
    sleeps.withLock { $0.running.append(ending) }
    beginnings.continuation.yield()
    for await _ in stream {}
    try Task.checkCancellation()
  }

  /// Waits until somebody sleeps.
  func sleepBegan() async {
    var began = beginnings.stream.makeAsyncIterator()
    await began.next()
  }

  /// Ends the sleep that began.
  func endSleep() {
    sleeps.withLock { $0.running.popLast() }?.finish()
  }

  /// Ends each sleep as soon as it begins, until the calling task is cancelled.
  func run() async {
    for await _ in beginnings.stream { endSleep() }
  }
}
