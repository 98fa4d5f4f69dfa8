import Synchronization

/// A clock that stands still until the script moves it, so that nothing is tried again unasked.
final class PausedClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [(deadline: Instant, wake: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (stream, wake) = AsyncStream.makeStream(of: Void.self)
    let isOver = state.withLock { state in
      if deadline > state.now { state.sleepers.append((deadline, wake)) }
      return deadline <= state.now
    }
    if isOver { return }
    for await _ in stream { return }
    throw CancellationError()
  }

  /// Goes on and wakes all whose time has come.
  func advance(by duration: Duration) {
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
