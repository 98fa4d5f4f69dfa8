import Networking
import Storage

extension CityState {
  /// The city of an attempt that is still under way.
  var cityUnderWay: City.ID? {
    if let choice, case .downloading = choice.phase { choice.city } else { nil }
  }
}

extension CityState {
  /// The city of a former app, while it is not here yet.
  var cityToBringOver: City.ID? {
    if case .migrating(let city) = stage { city } else { nil }
  }
}

extension CityState.Choice {
  static func beginning(_ city: City.ID, attempt: Int) -> Self {
    Self(city: city, phase: .downloading(received: 0, expected: nil), attempt: attempt)
  }

  /// Takes in progress, unless it is that of an attempt which has ended or been superseded.
  mutating func report(_ progress: TransferProgress, attempt: Int) {
    guard attempt == self.attempt, case .downloading = phase else { return }
    self = Self(
      city: city,
      phase: .downloading(received: progress.received, expected: progress.expected),
      attempt: attempt)
  }
}

extension StorageError {
  /// What it means for the kept city.
  var reason: CityState.Reason {
    if case .corrupt = self { .damaged("\(self)") } else { .unreadable("\(self)") }
  }
}
