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
  private let city: SettledCity

  init(_ state: CityState, in environment: FeatureEnvironment) {
    current = Mutex(state)
    (gate, city) = (environment.gate, environment.city)
    settle(state)
  }

  /// Settles the other features in the current city, and closes the gate during a migration.
  private func settle(_ state: CityState) {
    city.settle(in: state.context)
    switch state.stage {
    case .migrating: gate.close(for: .migrating)
    case .starting, .choosing, .ready: gate.open(for: .migrating)
    }
  }

  var state: CityState { current.withLock { $0 } }

  /// Changes the state atomically and yields it to all observers, in the order of the changes.
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
