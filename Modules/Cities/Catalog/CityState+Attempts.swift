import Networking
import Storage

extension CityState {
  /// The city of the attempt in progress.
  var cityUnderWay: CityID? {
    if let choice, case .downloading = choice.phase { choice.city } else { nil }
  }
}

extension CityState {
  /// The city of a former app, while it is being migrated.
  var cityToBringOver: CityID? {
    if case .migrating(let city) = stage { city } else { nil }
  }
}

extension CityState.Choice {
  static func beginning(_ city: CityID, attempt: Int) -> Self {
    Self(city: city, phase: .downloading(received: 0, expected: nil), attempt: attempt)
  }

  /// Applies progress, unless its attempt has ended or was superseded.
  mutating func report(_ progress: TransferProgress, attempt: Int) {
    guard attempt == self.attempt, case .downloading = phase else { return }
    self = Self(
      city: city,
      phase: .downloading(received: progress.received, expected: progress.expected),
      attempt: attempt)
  }
}

extension StorageError {
  /// The reason for choosing a city after this error.
  var reason: CityState.Reason {
    if case .corrupt = self { .damaged(self) } else { .unreadable(self) }
  }
}
