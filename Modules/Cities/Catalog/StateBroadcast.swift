import Storage
import Sync
import Synchronization

/// The current state and its observers.
///
/// A class with a lock instead of actor state: any thread can report progress, and the state can be
/// read without suspending.
final class StateBroadcast: Sendable {
  private let current: Mutex<CityState>
  private let observers = Broadcast<CityState>()
  private let gate: Gate

  init(_ state: CityState, gate: Gate) {
    current = Mutex(state)
    self.gate = gate
    gate.follow(state.stage)
  }

  var state: CityState { current.withLock { $0 } }

  /// Changes the state atomically and yields it to all observers, in the order of the changes.
  func update(_ change: (inout CityState) -> Void) {
    current.withLock { state in
      let old = state
      change(&state)
      guard state != old else { return }
      gate.follow(state.stage)
      observers.tell(state)
    }
  }

  func states() -> AsyncStream<CityState> {
    current.withLock { observers.observe(now: $0) }
  }
}
