import Sync

extension Gate {
  /// Lets requests that need a city through when there is one.
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
