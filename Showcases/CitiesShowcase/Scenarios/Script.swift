import Cities
import Commerce
import Sandbox
import ShowcaseKit
import Sync
import Synchronization

/// The helper with which a scenario launches the app, acts as its user, and prints a transcript.
///
/// A scenario can launch the app several times. All launches of one script share one directory and
/// one server.
final class Script: StageScript {
  let stage: Stage
  let sandbox: SandboxServer<CityServerModel>
  let wire: Wire
  private let device: SandboxDevice
  private let shown = Mutex<City?>(nil)

  init(_ stage: Stage) throws {
    self.stage = stage
    device = SandboxDevice(stage.directory)
    sandbox = SandboxServer(try CityServerModel(), pace: .normal, clock: stage.clock)
    wire = Wire(sandbox.signedIn(or: stage.options.server))
  }

  /// Starts the app as a new process, and returns its catalog of cities.
  ///
  /// First closes the storage directory of the previous launch. Only the files in it remain.
  ///
  /// - Parameters:
  ///   - own: The app's language. The command-line option `--language` takes precedence.
  ///   - given: The id of the city to start in. If the id is `nil`, the app starts in the city of
  ///     the option `--city`. Without this option, the app starts in the stored city.
  ///   - bundle: The list that the app ships; `nil` for the sandbox's 999 cities.
  ///   - gate: The ``Gate`` that blocks the app's requests while the gate is closed.
  ///   - former: The city of a legacy app; `nil` if no legacy app was installed.
  /// - Returns: The catalog after its start.
  /// - Throws: ``CitiesError`` if the list of cities is not available in the language.
  func launch(
    in own: Language = .english, with given: CityID? = nil, shipping bundle: BundledCities? = nil,
    gate: Gate = Gate(),
    former: CityID? = nil
  ) async throws -> any CityCatalog {
    let language = stage.options.language.map(Language.init(rawValue:)) ?? own
    let catalog = FeatureEnvironment(
      transport: wire, directory: device.launch(), city: SettledCity(gate: gate)
    ).makeCityCatalog(
      language: language,
      bundle: try bundle ?? BundledCities(contentsOf: CityServerModel.bundledList()),
      former: former)
    let goal = given.map { ", with city \($0.rawValue)" } ?? ""
    tell("The app starts in \(language.words)\(goal)")
    try await catalog.speak(language)
    await catalog.start(with: given ?? stage.options.city.map(CityID.init(rawValue:)))
    tellState(of: catalog)
    return catalog
  }

  /// Kills the app when the next response arrives, so that the response cannot be stored.
  func killAtNextAnswer() {
    wire.atNextAnswer {
      _ = self.device.launch()  // Closes the directory of the app.
      self.tell("The app is killed")
    }
  }

  /// Chooses a city as the user would, and adds the catalog's new state to the scenario's
  /// transcript.
  func choose(_ id: CityID, in catalog: any CityCatalog) async throws {
    let current = catalog.state.currentCity.flatMap { $0.id == id ? $0.name : nil }
    let name = await catalog.loadList().city(id)?.name ?? current ?? "city \(id.rawValue)"
    await change(catalog, "Choose \(name)") { catalog throws(CitiesError) in
      try await catalog.choose(id)
    }
  }

  /// Calls the catalog, and adds the call and its outcome to the scenario's transcript.
  ///
  /// The first line is `what`, a description of the call. If the call fails, the next line describes
  /// the error. The last lines describe the catalog's state.
  func change(
    _ catalog: any CityCatalog, _ what: String,
    _ call: (any CityCatalog) async throws(CitiesError) -> Void
  ) async {
    tell(what)
    do throws(CitiesError) {
      try await call(catalog)
    } catch {
      tell(DemoMessage.failed("\(error)"))
    }
    tellState(of: catalog)
  }

  func refresh(_ catalog: any CityCatalog) async throws {
    tell("Refresh the list")
    let revision = await catalog.loadList().revision
    do throws(CitiesError) {
      let list = try await catalog.refreshList()
      tell(
        list.revision == revision
          ? "The list has not changed" : "The list is refreshed")
    } catch {
      tell(DemoMessage.failed("\(error)"))
    }
    try await tellList(of: catalog)
  }

  /// Changes the availability of a city at the server.
  ///
  /// `what` describes the change in the scenario's transcript.
  func set(_ status: CityServerModel.CityState, _ city: CityID, _ what: String) {
    tell(what)
    sandbox.change { $0.set(status, of: [city.rawValue]) }
  }

  /// Adds the catalog's state to the scenario's transcript.
  ///
  /// If the current city has changed since the last call, also adds the city's ``CityPage``.
  func tellState(of catalog: any CityCatalog) {
    tell(catalog.state.summary)
    guard let city = catalog.state.currentCity else { return }
    let isNew = shown.withLock { shown in
      defer { shown = city }
      return shown != city
    }
    if isNew { details(CityPage.lines(city)) }
  }

  func tellList(of catalog: any CityCatalog) async throws {
    let list = await catalog.loadList()
    tell(list.summary)
    let more = list.cities.count > 3 ? ["…"] : []
    details(list.cities.prefix(3).map(\.line) + more)
  }
}

extension CityID {
  static let moscow = CityID(rawValue: 524_901)
  static let almaty = CityID(rawValue: 1_526_384)
  static let belgrade = CityID(rawValue: 792_680)
  static let satpayev = CityID(rawValue: 1_520_692)
}
