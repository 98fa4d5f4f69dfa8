import Cities
import Commerce
import FoodApp
import Observation
import Sync

/// The model of the city picker.
@Observable
final class CitiesModel {
  /// The search text; empty if the user is not searching.
  var query = ""
  private let model: AppModel

  init(_ model: AppModel) {
    self.model = model
  }

  /// The countries with their cities; empty while the user is searching or no list is loaded.
  var groups: [CityGroup] { query.isEmpty ? list?.groups ?? [] : [] }

  /// The cities with a name that matches the search text.
  ///
  /// Empty if the user is not searching or no list of cities is loaded.
  var results: [CitySummary] { query.isEmpty ? [] : list?.search(query) ?? [] }

  /// Whether the search text matches no city; `false` while no list of cities is loaded.
  var isUnknown: Bool { !query.isEmpty && list != nil && results.isEmpty }

  /// The chosen city while its details are being fetched; `nil` at any other time.
  ///
  /// `part` is the received part of the response, from 0 to 1; `nil` if the size of the response is
  /// unknown.
  var download: (city: CityID, part: Double?)? {
    guard let choice = cities.choice, case .downloading(let received, let expected) = choice.phase
    else { return nil }
    return (choice.city, expected.map { Double(received) / Double(max($0, 1)) })
  }

  /// Chooses a city, whose menu and cart the app then shows.
  func choose(_ city: CityID) async {
    await model.perform { try await model.app.choose(city) }
  }

  private var cities: CityState { model.cities.state }
  private var list: CityList? { cities.list }
}
