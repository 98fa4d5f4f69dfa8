import Synchronization

/// A clock that advances only on request, so that no retry happens on its own.
public final class PausedClock: Clock {
  /// A point in time, relative to the creation of the clock.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns the point that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time from this point to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first point is before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, wake: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())

  /// Creates a clock at time zero.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }
  /// Zero, because the time is exact.
  public var minimumResolution: Duration { .zero }

  /// Suspends until ``advance(by:)`` reaches `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self)
    let isOver = state.withLock { state in
      if deadline > state.now { state.sleepers.append((deadline, wake)) }
      return deadline <= state.now
    }
    if isOver { return }
    for await _ in stream { return }
    throw CancellationError()
  }

  /// Advances the time and resumes the sleeping tasks whose deadline has passed.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return due
    }
    for sleeper in due { sleeper.wake.yield() }
  }
}
