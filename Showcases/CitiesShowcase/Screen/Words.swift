import Cities

extension CityState {
  /// A one-line summary of the state.
  var summary: String {
    let attempt =
      switch choice?.phase {
      case .failed(let error)?: "; the last choice failed: \(error)"
      case .downloading?: "; downloading"
      case nil: ""
      }
    let kept = notKept.map { "; not kept: \($0)" } ?? ""
    return switch stage {
    case .starting: "Starting"
    case .migrating(let city):
      "Bringing over city \(city.rawValue) from the former app\(attempt)"
    case .choosing(let reason): "Choose a city: \(reason.words)\(attempt)"
    case .ready(let city): "Ready: \(city.name), \(city.country.name)\(attempt)\(kept)"
    }
  }
}

extension CityState.Reason {
  var words: String {
    switch self {
    case .firstLaunch: "none has been chosen yet"
    case .unknownCity(let id): "there is no city \(id.rawValue)"
    case .formerCityUnreadable(let text): "the former app's cannot be read: \(text)"
    case .damaged(let text): text
    case .unreadable(let text): "\(text); a choice may last for this run only"
    }
  }
}

extension CityList {
  /// A one-line summary of the list.
  var summary: String {
    let place = source == .bundle ? "from the bundle" : "refreshed"
    let trouble = problem.map { "; \($0)" } ?? ""
    let count = cities.count == 1 ? "1 city" : "\(cities.count) cities"
    return "List: \(count), revision \(revision), \(place)\(trouble)"
  }
}

extension CitySummary {
  /// The city's row, in one line.
  var line: String {
    "\(name)\(region.map { " (\($0))" } ?? ""), \(country.name)"
  }
}
