import CitiesTestSupport
import Foundation
import Storage
import Sync
import SyncTestSupport

@testable import Cities

/// Runs a scenario of an app with its city, its server and its restarts, and looks at every step
/// whether there is one whole city or the picker.
///
/// All of it is one thread: the test's, which makes the steps of the tasks one after the other.
final class CityWorld: @unchecked Sendable {
  let executor: SimulationExecutor
  let server: SimulatedCityServer
  let disk: CityDisk
  /// The city that a former app was in, if there was one.
  let formerCity: City.ID?

  // What one process has.
  var process = 0
  var kept: CitiesRepositories
  var catalog: DefaultCityCatalog
  var settings = FormerSettings()
  var gate = Gate()
  var attempts: [CityAttempt] = []
  var watchers: [CityWatcher] = []
  /// The cities that it has been asked for.
  var wanted: Set<City.ID> = []
  var last: CityState?
  /// What a launch has to find: the city from before the kill, or one that was under way then.
  var expected: (before: City.ID?, underWay: Set<City.ID>)?

  /// What has happened, the same for the same seed.
  private(set) var trace: [String] = []
  /// The rules that were broken, the first one first.
  private(set) var broken: [String] = []

  private init(seed: UInt64, disk: CityDisk) throws {
    executor = SimulationExecutor(seed: seed)
    server = SimulatedCityServer(seed: seed, executor: executor)
    self.disk = disk
    formerCity = seed % 5 == 0 ? CityStep.cities[Int(seed / 5 % 4)] : nil
    kept = try disk.first()
    catalog = Self.catalog(kept, server, "ru", gate, settings)
    settings["selectedCity"] = formerCity?.rawValue
    launch(in: "ru", finding: nil)
  }

  /// Plays a scenario to its end and lets everything heal.
  static func play(
    _ steps: [CityStep], seed: UInt64, on disk: CityDisk = .memory, isTracing: Bool
  ) throws -> Outcome {
    let world = try CityWorld(seed: seed, disk: disk)
    for step in steps {
      // Its name takes longer to find than the step to make.
      if isTracing { world.trace.append("— \(step)") }
      try world.perform(step)
      world.look()
    }
    try world.heal()
    world.stop()
    while world.executor.step() {}
    return Outcome(violations: world.broken, trace: world.trace)
  }

  static func catalog(
    _ kept: CitiesRepositories, _ server: SimulatedCityServer, _ language: Language, _ gate: Gate,
    _ settings: FormerSettings
  ) -> DefaultCityCatalog {
    DefaultCityCatalog(
      server: CityServer(transport: server), kept: kept, language: language,
      environment: FeatureEnvironment(transport: server, gate: gate, now: { .distantPast }),
      former: settings.formerApp(),
      bundle: BundledList(
        document: { Bodies.bundle }, beginning: { Bodies.bundle.beginning }))
  }

  func note(_ text: @autoclosure () -> String) {
    trace.append(text())
  }

  func breaks(_ rule: String) {
    trace.append("BROKEN: \(rule)")
    if !broken.contains(rule) { broken.append(rule) }
  }
}

/// What the app has asked its catalog for.
final class CityAttempt: @unchecked Sendable {
  let city: City.ID?
  let before: City?
  /// Whether nothing else went on from its beginning to its end.
  var isAlone: Bool
  var task: Task<Void, Never>?
  var isOver = false

  init(_ city: City.ID?, before: City?, isAlone: Bool) {
    self.city = city
    self.before = before
    self.isAlone = isAlone
  }
}

/// A screen that draws each state that it gets.
final class CityWatcher: @unchecked Sendable {
  var seen: CityState?
  var task: Task<Void, Never>?
}
