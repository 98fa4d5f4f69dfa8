import Networking
import Sync

extension MenuState {
  /// Takes the data and the status of the sources, whose scope is that of the state.
  mutating func take(
    _ menus: SourceState<MenuScope, MenuSnapshot>, _ stops: SourceState<CityID, UnavailableItems>
  ) {
    isLoaded = true
    menu = menus.value
    time = menus.snapshot?.time
    if case .value(_, let isFresh) = menus.data { self.isFresh = isFresh }
    self.unavailable = stops.value
    fetch = FetchStatus(of: menus.fetch, and: stops.fetch)
  }
}

extension FetchStatus {
  /// The status of two fetches that a screen shows as one.
  init(of first: FetchStatus, and second: FetchStatus) {
    self =
      switch (first, second) {
      case (.notRunning, _), (_, .notRunning): .notRunning
      case (.fetching, _), (_, .fetching): .fetching
      case (.closed(let reasons), .closed(let others)): .closed(reasons.union(others))
      case (.closed, _), (.failed, .failed), (.failed, .idle): first
      case (_, .closed), (.idle, _): second
      }
  }
}
