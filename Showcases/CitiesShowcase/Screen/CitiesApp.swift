import Cities
import Commerce
import Sandbox
import ShowcaseKit
import Sync

/// An app that has nothing but cities: a picker, and a page of the current city.
final class CitiesApp: DemoApp {
  private let launch: Launch<CityServerModel>
  private let catalog: any CityCatalog
  private var query = ""
  /// Whether the picker sorts the cities by country and name, instead of by population.
  private var isGrouped = false
  /// Whether the picker is shown although there is a current city.
  private var isChangingCity = false

  init(_ launch: Launch<CityServerModel>) async throws {
    self.launch = launch
    let language = launch.options.language.map(Language.init(rawValue:)) ?? .english
    catalog = launch.environment(city: launch.city()).makeCityCatalog(
      language: language,
      bundle: BundledCities(contentsOf: try CityServerModel.bundledList()))
    try await catalog.speak(language)
    launch.follow(catalog.states())
    launch.task { [catalog] in
      await catalog.start(with: launch.options.city.map(CityID.init(rawValue:)))
    }
    launch.task { [catalog] in
      await catalog.loadList()
      await catalog.refreshListWithRetries()
    }
  }

  func scene() -> Scene {
    let state = catalog.state
    if state.stage == .starting { return Scene("Cities", status: state.summary, []) }
    guard let city = state.currentCity, !isChangingCity else { return picker }
    return Scene(
      "City", list, activity: progress, status: state.summary,
      [
        Part(lines: [
          "\(city.name, .strong), \(state.list?.city(city.id)?.place ?? city.country.name)"
        ]),
        Part(lines: CityPage.lines(city).map { Line($0) }),
      ],
      commands: [
        .now(.enter, "change city") { [self] in (isChangingCity, query) = (true, "") },
        .run("r", "retry", inTurn: false) { [self] in
          guard case .failed? = state.choice?.phase, let id = state.choice?.city else {
            return "No choice has failed: there is nothing to retry."
          }
          return try await choose(id)
        },
      ] + commands, events: launch.faults(.slow, .stalled, .errors))
  }

  /// The scene in which the user chooses a city.
  private var picker: Scene {
    let list = catalog.state.list
    let choose: Command<CitySummary> = .run(.enter, "choose", inTurn: false) { [self] city in
      try await self.choose(city.id)
    }
    func part(_ title: Line?, _ cities: [CitySummary]) -> Part {
      Part(
        title: title, cities,
        empty: list?.cities.isEmpty == true
          ? "There is no list of cities yet; it is fetched until it arrives."
          : "No city matches \"\(query)\": change the text, or press Esc.",
        id: { "\($0.id)" }, commands: [choose]
      ) { Screen.Row($0.name, $0.place) }
    }
    let parts =
      isGrouped && query.isEmpty
      ? list?.groups.map { part(Line($0.country.name, .strong), $0.cities) }
      : list.map { [part(nil, $0.search(query))] }
    return Scene(
      "Cities", self.list, activity: progress, status: catalog.state.summary,
      field: TextField("Search", query) { [self] in query = $0 },
      parts ?? [Part(lines: ["Loading the list"])],
      commands: [
        .run(.escape, "back", inTurn: false) { [self] in
          if !query.isEmpty {
            query = ""
          } else if catalog.state.currentCity != nil {
            isChangingCity = false
          } else {
            // The app may have failed to read the stored city at its launch.
            await catalog.start(with: nil)
          }
        },
        .now(.control("g"), "by country") { [self] in isGrouped.toggle() },
      ] + commands, events: launch.faults(.slow, .stalled, .errors))
  }

  /// The language, the list of cities, and the status of its refresh.
  private var list: String {
    let state = catalog.state
    return [state.language.words, state.list?.summary ?? "", state.listFetch.words]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The progress of the download of the chosen city; empty if there is none.
  private var progress: String {
    guard let choice = catalog.state.choice,
      case .downloading(let received, let expected) = choice.phase
    else { return "" }
    let fraction = expected.map { $0 > 0 ? Double(received) / Double($0) : 1 }
    return "\(name(of: choice.city))  \(ProgressBar.text(fraction, columns: 40))"
  }

  /// Returns the name of a city; with its region and country if another city has the same name.
  private func name(of id: CityID) -> String {
    let city = catalog.state.list?.city(id)
    return city.map { $0.region == nil ? $0.name : $0.line } ?? "City \(id.rawValue)"
  }

  // MARK: Commands

  private func choose(_ id: CityID) async throws -> String {
    do throws(CitiesError) {
      try await catalog.choose(id)
      isChangingCity = false
      return ""
    } catch .sync(.superseded) {
      return ""
    } catch {
      let isPicking = isChangingCity || catalog.state.currentCity == nil
      return "\(name(of: id)): \(error). \(isPicking ? "Enter" : "r") retries."
    }
  }

  private var commands: [Command<Void>] {
    [
      .run(.control("l"), "language", inTurn: false) { [catalog] in
        let all = catalog.state.list?.languages ?? []
        guard !all.isEmpty else { return "" }
        let index = all.firstIndex(of: catalog.state.language) ?? -1
        try await catalog.setLanguage(all[(index + 1) % all.count])
        return ""
      },
      .run(.control("r"), "refresh", inTurn: false) { [catalog] in
        let revision = catalog.state.list?.revision
        let list = try await catalog.refreshList()
        return list.revision == revision ? "The list has not changed." : "The list is refreshed."
      },
    ]
  }
}

extension CityCatalog {
  /// Selects the language of the city list that best matches `language`, such as `kk` for `kk-KZ`.
  func speak(_ language: Language) async throws(CitiesError) {
    let offered = await loadList().languages
    try await setLanguage(Language.best(of: offered, for: [language.rawValue]) ?? language)
  }
}
