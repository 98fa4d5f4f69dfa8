import ShowcaseKit

/// Showcase of the complete flow of the module `Cities`.
@main
enum CitiesShowcase {
  static func main() async {
    await Showcase(
      name: "CitiesShowcase",
      summary: "Choose a city, and have it at once at the next start.",
      options: [.state, .language, .city, .server],
      scenarios: [
        .firstLaunch, .restart, .offlineFirstLaunch, .detailsFailThenRetry, .killedOnTheWay,
        .listChanges, .brokenStoredList, .removedCity, .closedCity, .givenCityID, .oneCityOnly,
        .requestsWaitForACity, .changeOfCity, .languageSwitch, .find, .formerApp, .formerAppGone,
      ],
      fullScreen: { terminal, options, directory in
        try await CityDemo(terminal: terminal, options: options, directory: directory).run()
      }
    ).run()
  }
}
