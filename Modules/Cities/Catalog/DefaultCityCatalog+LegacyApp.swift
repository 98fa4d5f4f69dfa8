import Networking
import Storage

extension DefaultCityCatalog {
  /// Removes the former app's data once its city, or another one, is stored here.
  ///
  /// Until then, a crash leaves the data unchanged and the next launch repeats the migration.
  func leaveLegacyApp() async {
    guard let former, !hasLeftLegacyApp, state.currentCity != nil, state.write == .written
    else { return }
    // Another call may begin during the removal, and would find no files to report.
    hasLeftLegacyApp = true
    former.forgetCity()
    let removal = await former.removeDatabase()
    broadcast.update { $0.removal = removal }
  }

  /// Removes the former app's city id if the server does not know it, so it is not requested again.
  func forgetFormerCity(_ id: CityID) {
    guard former?.stage == .migrating(id) else { return }
    former?.forgetCity()
  }
}

extension LegacyApp {
  /// The stage of a launch without a stored city; `nil` if there is no city of a former app.
  package var stage: CityState.Stage? {
    do {
      return try city().map(CityState.Stage.migrating)
    } catch {
      return .choosing(.formerCityUnreadable(error))
    }
  }
}
