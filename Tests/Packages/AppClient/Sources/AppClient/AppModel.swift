import FoodApp
import Foundation
import Observation

enum AppError: Error { case noCity, notOrderable }

/// Everything between the screens of the app and its features.
@Observable
final class AppModel {
  let app: FoodApp
  let state: Observed<FoodAppState>
  let cities: Observed<CityState>
  let menu: Observed<MenuState>
  /// The text of an alert; `nil` for none.
  var alert: String?

  init(_ app: FoodApp) {
    (self.app, state, cities, menu) = (app, Observed(app), Observed(app.cities), Observed(app.menu))
  }

  /// The features of the current user.
  var user: FoodAppUser? { state.state.user }

  /// Performs what the user has tapped, and shows the error.
  func perform(_ action: () async throws -> Void) async {
    do { try await action() } catch { alert = "\(error)" }
  }

  func add(_ item: MenuItem) async {
    await perform {
      guard let city = menu.state.scope?.city, let menu = menu.state.orderable(at: .now),
        let selection = menu.selection(of: item), let item = menu.cartItem(selection, in: city)
      else { throw AppError.notOrderable }
      try await user?.cart.add(item, count: 1)
    }
  }

  func sendCode(to number: String) async {
    await perform {
      guard let city = cities.state.currentCity else { throw AppError.noCity }
      try await app.session.requestCode(for: PhoneNumber(number, in: city.phoneCountry))
    }
  }

  func enteredForeground() async {
    for (feature, _) in app.state.failures { await perform { try await app.restart(feature) } }
  }

  func enteredBackground() async { await perform { try await app.flush() } }
}
