import CitiesTestSupport
import Commerce
import Foundation
import Networking
import Storage
import Sync
import SyncTestSupport

@testable import Cities

/// Simulation of an app with its city, server and restarts.
///
/// After each step, it verifies that the app shows either one complete city or the picker.
/// Everything runs on the test's thread, which performs the steps of the tasks one after another.
final class CityWorld: TracedWorld, @unchecked Sendable {
  let executor: SimulationExecutor
  let server: SimulatedCityServer
  /// City of a former app; `nil` for none.
  let formerCity: CityID?

  // The following properties belong to one process.
  var process = 0
  var kept: CitiesRepositories
  var catalog: LiveCityCatalog
  var gate = Gate()
  var attempts: [CityAttempt] = []
  var watchers: [CityWatcher] = []
  /// Cities requested so far.
  var wanted: Set<CityID> = []
  var last: CityState?
  /// Cities that a launch may restore: the one before the kill, or one being chosen then.
  var expected: (before: CityID?, underWay: Set<CityID>)?

  /// Log of events, reproducible by the seed.
  var trace: [String] = []
  /// Violated rules, in the order of their occurrence.
  var broken: [String] = []

  init(seed: UInt64) {
    executor = SimulationExecutor(seed: seed)
    server = SimulatedCityServer(seed: seed, executor: executor)
    formerCity = seed % 5 == 0 ? CityStep.cities[Int(seed / 5 % 4)] : nil
    kept = CitiesRepositories(city: SingleRepository(), list: CollectionRepository())
    catalog = Self.catalog(kept, server, "ru", gate, formerCity)
    launch(in: "ru", finding: nil)
  }

  static func catalog(
    _ kept: CitiesRepositories, _ server: SimulatedCityServer, _ language: Language, _ gate: Gate,
    _ former: CityID?
  ) -> LiveCityCatalog {
    LiveCityCatalog(
      repositories: kept, language: language,
      environment: FeatureEnvironment(
        transport: server, city: SettledCity(gate: gate), now: { .distantPast }),
      former: former, bundle: BundledCities { () throws(UnusableBody) in Bodies.bundle })
  }
}

extension CitiesRepositories {
  /// Returns the repositories of the next process, which share only the stored values.
  func afterRestart() throws -> CitiesRepositories {
    try atOnce {
      CitiesRepositories(
        city: SingleRepository(inMemory: try await city.value()),
        list: CollectionRepository(inMemory: Array(try await list.elements())))
    }
  }
}

/// One call of the app to its catalog.
final class CityAttempt: @unchecked Sendable {
  let city: CityID?
  let before: City?
  /// Whether no other call of the app overlaps with this one.
  var isAlone: Bool
  /// Whether this call is a choice or a change of language, which supersede each other.
  let isChoice: Bool
  /// Whether another choice or change of language overlaps with this call.
  var isContested = false
  var task: Task<Void, Never>?
  var isOver = false

  init(_ city: CityID?, before: City?, isAlone: Bool, isChoice: Bool) {
    self.city = city
    self.before = before
    self.isAlone = isAlone
    self.isChoice = isChoice
  }
}

/// Screen that observes each state.
final class CityWatcher: @unchecked Sendable {
  var seen: CityState?
  var task: Task<Void, Never>?
}
