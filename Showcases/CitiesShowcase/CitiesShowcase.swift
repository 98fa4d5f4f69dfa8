import Sandbox
import ShowcaseKit

/// A showcase of the module `Cities`: the user chooses a city, and the app restores it at launch.
@main
enum CitiesShowcase: ShowcaseProgram {
  static let summary = "Choose a city, and have it at once at the next start."
  static let options: [ShowcaseOption] = [.state, .language, .city, .server]
  static let scenarios: [Scenario] = [
    .firstLaunch, .restart, .offlineFirstLaunch, .noBundledList, .detailsFailThenRetry,
    .killedOnTheWay,
    .listChanges, .brokenStoredList, .removedCity, .closedCity, .givenCityID, .oneCityOnly,
    .requestsWaitForACity, .changeOfCity, .languageSwitch, .find, .formerApp, .formerAppGone,
  ]
  static let fullScreen: FullScreen? = demo(CitiesApp.self, "cities", at: try CityServerModel())
}
