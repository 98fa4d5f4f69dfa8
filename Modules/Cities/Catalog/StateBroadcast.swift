import Sync
import Synchronization

/// The state and everyone who watches it.
///
/// A class with a lock and not a part of the actor, so that progress can be told from whatever
/// thread it is made on, and the state read without waiting.
final class StateBroadcast: Sendable {
  private struct Watched {
    var state: CityState
    var watchers: [Int: AsyncStream<CityState>.Continuation] = [:]
    var nextWatcher = 0
  }

  private let watched: Mutex<Watched>
  private let gate: Gate

  init(_ state: CityState, gate: Gate) {
    watched = Mutex(Watched(state: state))
    self.gate = gate
    gate.follow(state.stage)
  }

  deinit {
    for watcher in watched.withLock({ $0.watchers }).values { watcher.finish() }
  }

  var state: CityState { watched.withLock { $0.state } }

  /// Changes the state as one step and tells it to all watchers in the order of the changes.
  func update(_ change: (inout CityState) -> Void) {
    watched.withLock { watched in
      let old = watched.state
      change(&watched.state)
      guard watched.state != old else { return }
      gate.follow(watched.state.stage)
      for watcher in watched.watchers.values { watcher.yield(watched.state) }
    }
  }

  func states() -> AsyncStream<CityState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CityState.self, bufferingPolicy: .bufferingNewest(1))
    let watcher = watched.withLock { watched in
      watched.nextWatcher += 1
      watched.watchers[watched.nextWatcher] = continuation
      continuation.yield(watched.state)
      return watched.nextWatcher
    }
    continuation.onTermination = { [weak self] _ in
      self?.watched.withLock { _ = $0.watchers.removeValue(forKey: watcher) }
    }
    return stream
  }
}
