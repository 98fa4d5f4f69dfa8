public import Sandbox
import Synchronization

/// A clock that stands still until a test advances it to the next deadline.
public final class VirtualClock: Clock {
  /// A point in virtual time.
  public typealias Instant = InstantClock.Instant

  private struct Sleeper {
    let deadline: Instant
    let id: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())

  /// Creates a clock at zero.
  public init() {}

  /// The current instant.
  public var now: Instant { state.withLock { $0.now } }
  /// The smallest difference between two instants.
  public var minimumResolution: Duration { .zero }

  /// Suspends until the clock reaches `deadline`.
  ///
  /// - Throws: `CancellationError` if the task is canceled.
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

  /// Advances to the next deadline and resumes one sleeper; returns whether there was one.
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

  /// The next deadline.
  public var next: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  /// Advances by a duration at once, as after device sleep, and resumes all sleepers that are due.
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
