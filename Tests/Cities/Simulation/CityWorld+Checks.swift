import CitiesTestSupport
import Commerce
import Networking
import Storage
import Sync
import SyncTestSupport
import Synchronization

@testable import Cities

extension CityWorld {
  /// Checks the state between two steps.
  func look() {
    let state = catalog.state
    guard state != last else { return }
    let choice = state.choice.map { "\($0.city) \($0.phase)" } ?? "-"
    trace.append("\(process): \(state.stage.words) \(state.language.rawValue) \(choice)")
    check(state, after: last)
    // After a change to another city and back, an older response is allowed: no newer one is known.
    if let city = state.currentCity, let old = last?.currentCity, old.id == city.id,
      old.language == city.language, city.revision < old.revision
    {
      breaks("A city never goes back to what it was")
    }
    if gate.isOpen != (state.currentCity != nil) { breaks("The gate is open with a city only") }
    if let city = state.currentCity, city.id != last?.currentCity?.id, !wanted.contains(city.id) {
      breaks("A city is current because it was asked for")
    }
    if let expected, state.stage != .starting {
      checkLaunch(state, expected)
      self.expected = nil
    }
    last = state
  }

  /// Checks the rules for two states of an observer, which may have skipped states in between.
  func check(_ state: CityState, after before: CityState?) {
    if let list = state.list, list.language != state.language {
      breaks("The list is in the language asked for")
    }
    if before?.list != nil, state.list == nil {
      breaks("A list that is shown never goes")
    }
    guard let city = state.currentCity else {
      if before?.currentCity != nil { breaks("A current city never goes") }
      if state.context != nil { breaks("Without a city there is no request context") }
      return
    }
    if city != Bodies.value(city.id, revision: city.revision, in: city.language.rawValue) {
      breaks("A city is whole, as the server has sent it")
    }
    if state.context?.city != city.id { breaks("The request context is the city's") }
  }

  private func checkLaunch(
    _ state: CityState, _ expected: (before: CityID?, underWay: Set<CityID>)
  ) {
    guard let id = state.currentCity?.id else {
      if expected.before != nil { breaks("A launch finds a city where there was one") }
      return
    }
    if id != expected.before, !expected.underWay.contains(id) {
      breaks("A launch finds the city from before, or the one that was under way")
    }
  }

  func check(
    _ outcome: Result<City, CitiesError>, of attempt: CityAttempt, _ catalog: LiveCityCatalog
  ) {
    guard catalog === self.catalog else { return }
    switch outcome {
    case .success(let city):
      if city.id != attempt.city { breaks("A choice brings the city that was asked for") }
      if attempt.isAlone, catalog.state.currentCity != city {
        breaks("A choice that nothing came between is current")
      }
    case .failure(let error):
      check(error, of: attempt, catalog)
      if attempt.isAlone, let before = attempt.before, catalog.state.currentCity != before {
        breaks("A failed choice leaves the city as it was")
      }
    }
  }

  func check(_ error: CitiesError, of attempt: CityAttempt, _ catalog: LiveCityCatalog) {
    guard catalog === self.catalog else { return }
    if !attempt.isContested, error == .superseded {
      breaks("Only another choice or language supersedes a choice")
    }
  }

  func checkRest() throws {
    let state = catalog.state
    if attempts.contains(where: { !$0.isOver }) { breaks("Whatever is asked for comes to an end") }
    if state.downloadingCity != nil { breaks("At rest nothing is under way") }
    if watchers.contains(where: { $0.seen != state }) { breaks("Who watches sees the last state") }
    let kept = kept
    if try atOnce({ try await kept.city.value() })?.city != state.currentCity {
      breaks("What is current is what is kept")
    }
    if expected != nil { breaks("A launch comes to a city or the picker") }
  }

  func checkHealed() throws {
    let state = catalog.state
    if state.choice != nil { breaks("Once all is well again nothing fails") }
    let (text, revision) = server.state.withLock { server in
      (state.currentCity.flatMap { server.city($0.id, in: state.language) }, server.revision)
    }
    if state.currentCity != text { breaks("In the end the city is as the server has it") }
    let catalog = catalog
    let list = try atOnce { await catalog.loadList() }
    if list.revision != revision { breaks("In the end the list is the server's") }
    if list.language != state.language { breaks("The list is in the language asked for") }
  }
}

extension CityState.Stage {
  fileprivate var words: String {
    switch self {
    case .starting: "starting"
    case .migrating(let id): "migrating \(id.rawValue)"
    case .choosing(let reason): "choosing \(reason)"
    case .ready(let city): "ready \(city.id.rawValue) \(city.revision) \(city.language.rawValue)"
    }
  }
}
