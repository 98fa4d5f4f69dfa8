import Cities
import Networking
import Sandbox
import ShowcaseKit

/// An event that ``CityScreen`` handles, such as a pressed key or a new state of the catalog.
enum CityEvent: ScreenEvent {
  case key(Key)
  case state(CityState)
  case notice(String)
  case reports([String])
}

/// An action that ``CityScreen`` requests and ``CityDemo`` performs.
enum CityCommand: Sendable, Equatable {
  case choose(CityID)
  case use(Language)
  case refresh
  case startAgain
  case toggle(SandboxFault)
  case leave
}

/// The content of the full-screen showcase, as a value.
///
/// ``handle(_:)`` applies an event, and may return a command for ``CityDemo``. ``lines(in:)`` draws
/// the content.
struct CityScreen: Screen {
  var state: CityState
  var fault: SandboxFault?
  private(set) var rows: [CitySummary] = []
  private(set) var query = ""
  private(set) var selected = 0
  private(set) var notice = ""
  /// The user-facing reports on damaged files, one sentence for each file.
  private(set) var reports: [String] = []
  /// Whether the city picker sorts the cities by country and name.
  ///
  /// If `false`, the largest cities come first. Search results are never sorted by country.
  private(set) var isGrouped = false
  private var isChangingCity = false

  init(state: CityState) {
    self.state = state
  }

  /// The cities to choose from; `nil` until they are loaded.
  var list: CityList? { state.list }

  /// Whether the screen shows the city picker instead of the current city's page.
  var isPicking: Bool { isChangingCity || state.currentCity == nil }

  /// Whether the rows of the city picker have headings with the country's name.
  var showsGroups: Bool { isGrouped && query.isEmpty }

  mutating func handle(_ event: CityEvent) -> CityCommand? {
    switch event {
    case .key(.resize): break
    case .key(let key):
      notice = ""
      return press(key)
    case .state(let new):
      if new.currentCity?.id != state.currentCity?.id { isChangingCity = false }
      let isNewList = new.list != state.list
      state = new
      if isNewList { search() }
    case .notice(let text):
      notice = text
    case .reports(let sentences):
      reports = sentences
    }
    return nil
  }

  private mutating func press(_ key: Key) -> CityCommand? {
    switch key {
    case .control("c"): return .leave
    case .control("o"): return .toggle(.offline)
    case .control("s"): return .toggle(.slow)
    case .control("t"): return .toggle(.stalled)
    case .control("e"): return .toggle(.errors)
    case .control("r"): return .refresh
    case .control("g"): group()
    case .tab: return nextLanguage.map(CityCommand.use)
    default: return isPicking ? pick(key) : page(key)
    }
    return nil
  }

  private mutating func page(_ key: Key) -> CityCommand? {
    switch key {
    case .character("q"): return .leave
    case .character("r"): return retry
    case .enter:
      isChangingCity = true
      query = ""
      search()
    default: break
    }
    return nil
  }

  private mutating func pick(_ key: Key) -> CityCommand? {
    switch key {
    case .enter: return selectedCity.map(CityCommand.choose)
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - 10)
    case .pageDown: select(selected + 10)
    case .home: select(0)
    case .end: select(rows.count - 1)
    case .escape where query.isEmpty:
      // Escape shows the page of the current city. If there is none, the app may have failed to read
      // the stored city at launch. Therefore the catalog starts again, which reads the stored city.
      if state.currentCity == nil { return .startAgain }
      isChangingCity = false
    case .escape: search(for: "")
    case .backspace: search(for: String(query.dropLast()))
    case .character(let character): search(for: query + String(character))
    default: break
    }
    return nil
  }

  /// The ID of the selected city; `nil` if no city matches the search.
  var selectedCity: CityID? { rows.indices.contains(selected) ? rows[selected].id : nil }

  /// The command that repeats the failed choice of a city; `nil` if no choice has failed.
  private var retry: CityCommand? {
    guard let choice = state.choice, case .failed = choice.phase else { return nil }
    return .choose(choice.city)
  }

  private var nextLanguage: Language? {
    guard let languages = list?.languages, !languages.isEmpty else { return nil }
    let next = languages.firstIndex(of: state.language).map { $0 + 1 } ?? 0
    return languages[next % languages.count]
  }

  private mutating func search(for text: String) {
    query = text
    selected = 0
    search()
  }

  private mutating func search() {
    rows = showsGroups ? list?.groups.flatMap(\.cities) ?? [] : list?.search(query) ?? []
    select(selected)
  }

  private mutating func group() {
    isGrouped.toggle()
    selected = 0
    search()
  }

  private mutating func select(_ row: Int) {
    selected = max(0, min(row, rows.count - 1))
  }
}
