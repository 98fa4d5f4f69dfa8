import Cities
import Networking
import Storage
import Sync

extension CityState {
  /// A one-line summary of the state.
  var summary: String {
    let attempt =
      switch choice?.phase {
      case .failed(let error)?: "; the last choice failed: \(error.words)"
      case .downloading?: "; downloading"
      case nil: ""
      }
    let kept = if case .failed(let error) = write { "; not kept: \(error)" } else { "" }
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
    case .formerCityUnreadable(let error): "the former app's cannot be read: \(error)"
    case .damaged(let error): "\(error)"
    case .unreadable(let error): "\(error); a choice may last for this run only"
    }
  }
}

extension CityList {
  /// A one-line summary of the list.
  var summary: String {
    let place = source == .bundle ? "from the bundle" : "refreshed"
    let trouble = problem.map { "; \($0.words)" } ?? ""
    let count = cities.count == 1 ? "1 city" : "\(cities.count) cities"
    return "List: \(count), revision \(revision), \(place)\(trouble)"
  }
}

extension CityList.Problem {
  var words: String {
    switch self {
    case .unreadable(let error), .notStored(let error): "\(error)"
    case .invalid(let body): "\(body)"
    case .brokenBundle(let file): "the app's own list is broken: \(file)"
    }
  }
}

extension CitiesError {
  /// One line for the person at the keyboard.
  var words: String {
    switch self {
    case .sync(.fetch(let failure)): failure.words
    case .sync(.cancelled): "cancelled"
    case .sync(.superseded): "another choice was made meanwhile"
    case .sync(let error): "\(error)"
    case .unknownCity(let id): "there is no city \(id.rawValue)"
    case .unknownLanguage(let language, let offered):
      "nothing is offered in \"\(language.rawValue)\", only in "
        + offered.map(\.rawValue).joined(separator: ", ")
    }
  }
}

extension FetchFailure {
  var words: String {
    switch self {
    case .noAnswer(.offline), .noAnswer(.connectionLost): "no network"
    case .noAnswer(.timedOut): "the server took too long"
    case .noAnswer(.tooLarge(let limit)): "the server's answer is larger than \(limit) bytes"
    case .noAnswer(let error): "the server could not answer: \(error)"
    case .status(let status): "the server could not answer: HTTP \(status)"
    case .refused(let problem): "the server could not answer: \(problem)"
    case .unusable(let body): "the server's answer cannot be used: \(body.reason)"
    case .outdated: "the server's list is older and was ignored"
    case .notStored(let error): "\(error)"
    }
  }
}

extension CitySummary {
  /// The city's row, in one line.
  var line: String {
    "\(name)\(region.map { " (\($0))" } ?? ""), \(country.name)"
  }
}
