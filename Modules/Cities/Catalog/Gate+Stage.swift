import Sync

extension Gate {
  /// Opens the gate for requests that depend on a city while there is a current city.
  package func follow(_ stage: CityState.Stage) {
    switch stage {
    case .starting, .choosing:
      close(for: .noCity)
      open(for: .migrating)
    case .migrating:
      close(for: .migrating)
      open(for: .noCity)
    case .ready:
      open(for: .migrating)
      open(for: .noCity)
    }
  }
}
