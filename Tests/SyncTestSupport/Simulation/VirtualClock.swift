import Synchronization

/// A clock that stands still until it is told to go on to the next moment that somebody waits for.
public final class VirtualClock: Clock {
  /// A moment, by the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// A later moment, or an earlier one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time to another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the first comes before the second.
    public static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let id: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Makes a clock that shows zero.
  public init() {}

  /// What it shows.
  public var now: Instant { state.withLock { $0.now } }
  /// Any moment can be told from any other.
  public var minimumResolution: Duration { .zero }

  /// Waits until the clock is told to go on to `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state -> Bool? in
          if state.cancelled.remove(id) != nil { return true }
          if deadline <= state.now { return false }
          state.sleepers.append(Sleeper(deadline: deadline, id: id, continuation: continuation))
          return nil
        }
        switch isOver {
        case true?: continuation.resume(throwing: CancellationError())
        case false?: continuation.resume()
        case nil: break
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Goes on to the next moment that somebody waits for and wakes one; returns whether there was one.
  @discardableResult
  public func advance() -> Bool {
    let sleeper = state.withLock { state -> Sleeper? in
      let next = state.sleepers.indices.min { first, second in
        let (first, second) = (state.sleepers[first], state.sleepers[second])
        return (first.deadline, first.id) < (second.deadline, second.id)
      }
      guard let next else { return nil }
      let sleeper = state.sleepers.remove(at: next)
      state.now = max(state.now, sleeper.deadline)
      return sleeper
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }

  /// The next moment that somebody waits for.
  public var next: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  /// Goes on by so much at once, as when the device has been asleep, and wakes all who waited.
  public func jump(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
