import Synchronization

/// A clock with virtual time: a sleep returns at once and advances the time.
///
/// A sleep of more than ten minutes waits until other sleeps or ``jump(by:)`` have advanced the time, because
/// it is for something that should not happen by itself, such as the end of an order's validity.
///
/// Use the clock for tests without delays, and for scripts in which at most one task sleeps at a
/// time. For example, a script can await the responses of a ``SandboxServer`` one after the other.
/// The times in such a script are the same in every run.
///
/// Tasks that sleep concurrently do not wait for each other: their sleeps add up in the order in
/// which they run. A loop that sleeps until another task has finished becomes a busy loop.
public final class InstantClock: Clock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol {
    /// The virtual time since the clock was created.
    public let sinceStart: Duration

    /// Creates a point in virtual time.
    public init(sinceStart: Duration = .zero) { self.sinceStart = sinceStart }

    /// Returns the point after a duration, which may be negative.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// Returns the time from this point to `other`.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Returns whether the first point is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.sinceStart < second.sinceStart
    }
  }

  private let time = Mutex(Instant())
  private let sleepers = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
  private let count = Mutex(0)

  /// Creates a clock at virtual time zero.
  public init() {}

  /// The current virtual time.
  public var now: Instant { time.withLock { $0 } }

  /// Zero, because virtual time is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the time to `deadline`, then lets other tasks run once with `Task.yield()`.
  ///
  /// If `deadline` has passed, the time does not change.
  ///
  /// - Throws: `CancellationError` if the calling task is canceled; then the time does not change.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    if now.duration(to: deadline) > .seconds(600) { return try await wait(until: deadline) }
    time.withLock { $0 = max($0, deadline) }
    wake()
    await Task.yield()
  }

  private func wait(until deadline: Instant) async throws {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = count.withLock { count in
      count += 1
      return count
    }
    sleepers.withLock { $0[number] = turn }
    defer { sleepers.withLock { $0[number] = nil } }
    turn.yield()
    for await _ in turns where now >= deadline { return }
    try Task.checkCancellation()
  }

  private func wake() {
    for sleeper in sleepers.withLock({ $0.values }) { sleeper.yield() }
  }

  /// Advances the time by a duration.
  public func jump(by duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
    wake()
  }
}
