import Cities
import Commerce
import Foundation
import Networking
import ShowcaseKit
import Storage

extension CityState {
  /// A one-line summary of the catalog's state.
  var summary: String {
    let attempt =
      switch choice?.phase {
      case .failed(let error)?: "; the last choice failed: \(error)"
      case .downloading?: "; downloading"
      case nil: ""
      }
    let stored = if case .failed(let error) = write { "; not stored: \(error)" } else { "" }
    return switch stage {
    case .starting: "Starting"
    case .migrating(let city):
      "Restoring city \(city.rawValue) of the former app\(attempt)"
    case .choosing(let reason): "Choose a city: \(reason.words)\(attempt)"
    case .ready(let city): "Ready: \(city.name), \(city.country.name)\(attempt)\(stored)"
    }
  }
}

extension CityState.Reason {
  var words: String {
    switch self {
    case .firstLaunch: "this is the first start"
    case .unknownCity(let id): "city \(id.rawValue) does not exist"
    case .damaged(let error): "\(error)"
    case .unreadable(let error): "\(error); the choice may be lost at the end of this run"
    }
  }
}

extension CityList {
  /// A one-line summary of the list of cities.
  var summary: String {
    let trouble = problem.map { "; the bundled list cannot be used: \($0.reason)" } ?? ""
    if cities.isEmpty { return "No list yet\(trouble)" }
    let place = source == .bundle ? "bundled with the app" : "from the server"
    return "\(Self.count(cities)), revision \(revision), \(place)\(trouble)"
  }

  /// Returns a number of cities in words, such as `1,000 cities`.
  static func count(_ cities: [CitySummary]) -> String {
    let number = cities.count.formatted(.number.locale(Locale(identifier: "en")))
    return cities.count == 1 ? "1 city" : "\(number) cities"
  }
}

extension CitySummary {
  /// The city's name, region and country, in one line.
  var line: String {
    "\(name)\(region.map { " (\($0))" } ?? ""), \(country.name)"
  }

  /// The city's region, if it needs one, and its country.
  var place: String { [region, country.name].compactMap(\.self).joined(separator: ", ") }
}
