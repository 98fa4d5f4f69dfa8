import Commerce
import Foundation
import Menu
import MenuKit
import Sandbox
import ShowcaseKit
import Sync

/// The helper with which a scenario launches the app, acts as its user, and prints a transcript.
///
/// A scenario can launch the app several times. All launches of one script share one directory and
/// one server.
final class Script: StageScript {
  let stage: Stage
  let sandbox: SandboxServer<MenuServerModel>
  private let requests: ParallelRequests
  private let device: SandboxDevice
  private let city = SettledCity(gate: Gate())

  /// The date at the start of each scenario: noon on a Tuesday in the city's time zone.
  static let noon = Date(timeIntervalSince1970: 1_795_503_600)

  init(_ stage: Stage) throws {
    self.stage = stage
    device = SandboxDevice(stage.directory)
    let sandbox = SandboxServer(try MenuServerModel(), pace: .normal)
    self.sandbox = sandbox
    requests = ParallelRequests(stage.clock) { clock in
      sandbox.timed(by: clock).signedIn(or: stage.options.server)
    }
  }

  /// The app's current date, which advances by the duration of each request.
  var now: Date { Self.noon + stage.clock.now.sinceStart / .seconds(1) }

  /// Starts the app as a new process, and returns its menu catalog.
  ///
  /// First closes the storage directory of the previous launch. Only the files in it remain.
  func launch(in language: String? = nil) throws -> any MenuCatalog {
    let language = try language ?? SandboxCity.language(stage.options)
    tell("The app starts in \(SandboxCity.name(of: language)), for delivery")
    try settle(in: language)
    return FeatureEnvironment(
      transport: requests, directory: device.launch(), city: city, now: { self.now }
    ).makeMenuCatalog(
      fulfillment: .delivery)
  }

  /// Sets the current city and language, as the module `Cities` does when the user chooses a city.
  func settle(in language: String) throws {
    city.settle(in: try SandboxCity.context(in: language))
  }

  /// Returns the menu and the availability of its items at `time`, or now if `time` is `nil`.
  ///
  /// Returns `nil` if no menu is stored. The catalog loads the stored menu without a request.
  func orderable(_ catalog: any MenuCatalog, at time: Date? = nil) async -> OrderableMenu? {
    await catalog.load()
    return catalog.state.orderable(at: time ?? now)
  }

  /// Returns the menu and the availability of its items at `time`, or now if `time` is `nil`.
  ///
  /// - Throws: ``NoMenu`` if no menu is stored.
  func menu(_ catalog: any MenuCatalog, at time: Date? = nil) async throws -> OrderableMenu {
    guard let menu = await orderable(catalog, at: time) else { throw NoMenu() }
    return menu
  }

  func refresh(_ catalog: any MenuCatalog) async {
    tell("Refresh the menu")
    await attempt(catalog) { () throws(SyncError) in try await catalog.refresh() }
  }

  /// Starts the app, fetches the menu, and returns the catalog and the menu.
  func launchOnline() async throws -> (any MenuCatalog, OrderableMenu) {
    let catalog = try launch()
    await refresh(catalog)
    return (catalog, try await menu(catalog))
  }

  func refreshAndTellMenu(_ catalog: any MenuCatalog, categories: Int = 12) async {
    await refresh(catalog)
    tellMenu(await orderable(catalog), categories: categories)
  }

  func refreshUnavailable(_ catalog: any MenuCatalog) async {
    await attempt(catalog) { () throws(SyncError) in try await catalog.refreshUnavailable() }
  }

  private func attempt(
    _ catalog: any MenuCatalog,
    _ request: @escaping @Sendable () async throws(SyncError) -> Void
  ) async {
    requests.begin()
    do throws(SyncError) { try await request() } catch { tell(DemoMessage.failed("\(error)")) }
  }

  /// Publishes a new revision of the menu with these edits at the server.
  func publish(_ edits: [MenuEdit]) {
    sandbox.change { $0.publish(edits, in: SandboxCity.id) }
  }

  /// Replaces the server's list of unavailable items.
  func stop(_ stops: [MenuServerModel.Stop]) {
    sandbox.change { $0.stop(stops, in: SandboxCity.id) }
  }

  /// Adds the first `categories` categories to the scenario's transcript, each with its first two
  /// items.
  func tellMenu(_ menu: OrderableMenu?, categories: Int = 12) {
    guard let menu else { return tell("The app has no menu") }
    tell("The app has a menu: \(menu.menu.summary)")
    for category in menu.menu.categories.prefix(categories) {
      detail(category.name)
      for item in category.items.prefix(2) { detail("  \(line(item, menu))") }
    }
  }

  func line(_ item: MenuItem, _ menu: OrderableMenu) -> String {
    let row = menu.row(item, in: SandboxCity.zone)
    return [row.name, row.price, row.remark].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Adds the price and the problems of a configuration to the scenario's transcript.
  ///
  /// `what` describes the configuration in the transcript.
  func tell(_ what: String, _ configuration: ProductConfiguration, _ menu: OrderableMenu) {
    tell("\(what): \(menu.text(menu.price(of: configuration)))")
    tell(menu.problems(in: configuration), menu)
  }

  func tell(_ what: String, _ configuration: ComboConfiguration, _ menu: OrderableMenu) {
    tell("\(what): \(menu.text(menu.price(of: configuration)))")
    tell(menu.problems(in: configuration), menu)
  }

  private func tell(_ problems: [ConfigurationProblem], _ menu: OrderableMenu) {
    details(problems.map { menu.words($0, in: SandboxCity.zone) })
  }
}

/// The error of a scenario that needs a menu while none is available.
struct NoMenu: Error, CustomStringConvertible {
  var description: String { "there is no menu" }
}
