import Networking
import Storage
import Sync
import Synchronization

/// The current state of a city catalog, and the state's observers.
///
/// The type is a class with a lock instead of an actor, because any thread must be able to report the
/// progress of a download and read the state synchronously.
final class StateBroadcast: Sendable {
  private let current: Mutex<CityState>
  private let observers = Broadcast<CityState>()
  private let gate: Gate
  private let city: SettledCity

  init(_ state: CityState, in environment: FeatureEnvironment) {
    current = Mutex(state)
    (gate, city) = (environment.gate, environment.city)
    publishCity(state)
  }

  /// Publishes the current city to the other features, and closes the environment's gate while the
  /// former app's city is migrated.
  ///
  /// While the gate is closed, the other features send no requests.
  private func publishCity(_ state: CityState) {
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
      publishCity(state)
      observers.tell(state)
    }
  }

  func states() -> AsyncStream<CityState> {
    current.withLock { observers.observe(now: $0) }
  }
}

extension CityState {
  /// The city that is being downloaded; `nil` if there is none.
  var downloadingCity: CityID? {
    if let choice, case .downloading = choice.phase { choice.city } else { nil }
  }
}

extension CityState {
  /// The city that the former app (``LegacyApp``) has stored, if this city still has to be downloaded;
  /// otherwise `nil`.
  var migratingCity: CityID? {
    if case .migrating(let city) = stage { city } else { nil }
  }
}

extension CityState.Choice {
  static func beginning(_ city: CityID, attempt: Int) -> Self {
    Self(city: city, phase: .downloading(received: 0, expected: nil), attempt: attempt)
  }

  /// Sets the progress of the download for an attempt to choose a city.
  ///
  /// Does nothing if that attempt has ended or a later attempt has begun. `attempt` is the sequence
  /// number of the attempt.
  mutating func report(_ progress: TransferProgress, attempt: Int) {
    guard attempt == self.attempt, case .downloading = phase else { return }
    self = Self(
      city: city,
      phase: .downloading(received: progress.received, expected: progress.expected),
      attempt: attempt)
  }
}

extension StorageError {
  /// The reason why the user has to choose a city after this error.
  var reason: CityState.Reason {
    if case .corrupt = self { .damaged(self) } else { .unreadable(self) }
  }
}
