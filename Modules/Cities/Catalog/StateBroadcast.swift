import Storage
import Sync
import Synchronization

/// The state and everyone who watches it.
///
/// A class with a lock and not a part of the actor, so that progress can be told from whatever
/// thread it is made on, and the state read without waiting.
final class StateBroadcast: Sendable {
  private let current: Mutex<CityState>
  private let observers = Broadcast<CityState>()
  private let gate: Gate
  private let city: SettledCity

  init(_ state: CityState, in environment: FeatureEnvironment) {
    current = Mutex(state)
    (gate, city) = (environment.gate, environment.city)
    settle(state)
  }

  /// Settles the other features in the current city, and closes the gate during a migration.
  private func settle(_ state: CityState) {
    city.settle(in: state.context)
    if case .migrating = state.stage { gate.close(for: .migrating) } else { gate.open(for: .migrating) }
  }

  var state: CityState { current.withLock { $0 } }

  /// Changes the state as one step and tells it to all watchers in the order of the changes.
  func update(_ change: (inout CityState) -> Void) {
    current.withLock { state in
      let old = state
      change(&state)
      guard state != old else { return }
      settle(state)
      observers.tell(state)
    }
  }

  func states() -> AsyncStream<CityState> {
    current.withLock { observers.observe(now: $0) }
  }
}
