import Cities
import FoodApp
import Networking
import Observation
import Sync

/// The picker of a city.
@Observable
final class CitiesModel {
  /// The text that the user searches.
  var query = ""
  private let model: AppModel

  init(_ model: AppModel) {
    self.model = model
  }

  /// The countries with their cities while the user searches nothing.
  var groups: [CityGroup] { query.isEmpty ? list?.groups ?? [] : [] }

  /// The cities whose names begin with the text.
  var results: [CitySummary] { query.isEmpty ? [] : list?.search(query) ?? [] }

  /// Whether the text matches no city.
  var isUnknown: Bool { !query.isEmpty && list != nil && results.isEmpty }

  /// The city that is being fetched, and the part that has arrived, if the server has announced its size.
  var download: (city: CityID, part: Double?)? {
    guard let choice = cities.choice, case .downloading(let received, let expected) = choice.phase
    else { return nil }
    return (choice.city, expected.map { Double(received) / Double(max($0, 1)) })
  }

  /// Chooses a city; the menu and the cart are in it afterward.
  func choose(_ city: CityID) async {
    await model.perform { try await model.app.choose(city) }
  }

  private var cities: CityState { model.cities.state }
  private var list: CityList? { cities.list }
}
