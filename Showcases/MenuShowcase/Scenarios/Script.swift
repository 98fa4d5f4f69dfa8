import Foundation
import Menu
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// What every scenario is written with: the app's launches over one state directory and one server.
final class Script: Sendable {
  let stage: Stage
  let faults = SandboxFaults()
  let sandbox: MenuSandbox
  private let launched = Mutex<StorageDirectory?>(nil)
  private let city = SettledCity(gate: Gate())

  /// A Tuesday at noon on the city's wall.
  static let noon = Date(timeIntervalSince1970: 1_795_503_600)

  init(_ stage: Stage) throws {
    self.stage = stage
    sandbox = try MenuSandbox()
  }

  var language: String { SandboxCity.language(stage.options.language) }

  /// The time of day: it passes as requests take their time.
  var now: Date { Self.noon + stage.clock.now.sinceStart / .seconds(1) }

  /// Starts the app as after a fresh start of the process: nothing is shared but the directory, which
  /// the start before lets go.
  func launch(in language: String? = nil) throws -> any MenuCatalog {
    let directory = StorageDirectory(stage.directory)
    launched.withLock { launched in
      launched?.close()
      launched = directory
    }
    let language = language ?? self.language
    tell("The app starts in \(language), for delivery")
    try settle(in: language)
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: sandbox.transport(for: stage.options, clock: stage.clock, faults: faults),
        directory: directory, city: city, now: { self.now }),
      fulfilment: .delivery)
  }

  /// Settles in the sandbox's city, as the cities of an app do when the user chooses one.
  func settle(in language: String) throws {
    city.settle(in: try SandboxCity.context(in: language))
  }

  /// What the screen would draw now, or at the time of a scheduled order; `nil` without a menu.
  func orderable(_ catalog: any MenuCatalog, at time: Date? = nil) async throws -> OrderableMenu? {
    var (menu, stops): (MenuSnapshot?, StopList?) = (nil, nil)
    for await state in await catalog.menus() {
      menu = state.value
      break
    }
    for await state in await catalog.stops() {
      stops = state.value
      break
    }
    return menu.flatMap {
      OrderableMenu($0, stops: stops ?? .empty, at: time ?? now, timeZone: SandboxCity.timeZone)
    }
  }

  /// The menu that has to be there by now.
  func menu(_ catalog: any MenuCatalog, at time: Date? = nil) async throws -> OrderableMenu {
    guard let menu = try await orderable(catalog, at: time) else { throw NoMenu() }
    return menu
  }

  func refresh(_ catalog: any MenuCatalog) async {
    tell("Refresh the menu")
    await attempt(catalog) { () throws(SourceError) in try await catalog.refresh() }
  }

  func refreshStops(_ catalog: any MenuCatalog) async {
    await attempt(catalog) { () throws(SourceError) in try await catalog.refreshStops() }
  }

  /// Runs the catalog for one request, so that the virtual clock has one sleeper at a time.
  private func attempt(
    _ catalog: any MenuCatalog,
    _ request: @escaping @Sendable () async throws(SourceError) -> Void
  ) async {
    await withTaskGroup { group in
      group.addTask { await catalog.run() }
      var isStarting = true
      while isStarting {
        isStarting = false
        do throws(SourceError) { try await request() } catch {
          isStarting = error == .notRunning
          if isStarting { await Task.yield() } else { tell("Failed: \(error.words)") }
        }
      }
      group.cancelAll()
    }
  }

  func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Tells each category with its first items.
  func tellMenu(_ menu: OrderableMenu?, categories: Int = 12) {
    guard let menu else { return tell("There is no menu yet") }
    let snapshot = menu.menu
    tell(
      "The menu: revision \(snapshot.revision), \(snapshot.products.count) products, "
        + "\(snapshot.combos.count) combos, \(snapshot.problems.count) problems")
    for category in snapshot.categories.prefix(categories) {
      stage.transcript.detail(category.name)
      for item in category.items.prefix(2) { stage.transcript.detail("  \(line(item, menu))") }
    }
  }

  func line(_ item: MenuItem, _ menu: OrderableMenu) -> String {
    let row = menu.row(item)
    return [row.name, row.price.isEmpty ? "" : "from \(row.price)", row.remark]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Tells the price of a configuration and all that is wrong with it.
  func tell(_ what: String, _ configuration: Configuration, _ menu: OrderableMenu) {
    tell("\(what): \(menu.text(menu.menu.price(of: configuration)))")
    stage.transcript.details(menu.problems(in: configuration).map(menu.words))
  }

  func tell(_ what: String, _ configuration: ComboConfiguration, _ menu: OrderableMenu) {
    tell("\(what): \(menu.text(menu.menu.price(of: configuration)))")
    stage.transcript.details(menu.problems(in: configuration).map(menu.words))
  }

  /// Lists the files that the app has left, as a user would with a file browser.
  func tellFiles() throws {
    tell("On the disk")
    let files = try FileManager.default.subpathsOfDirectory(atPath: stage.directory.path())
      .filter { $0.contains(".store") }
    stage.transcript.details(files.isEmpty ? ["nothing"] : files.sorted())
  }
}

/// A scenario needs a menu and has none.
struct NoMenu: Error, CustomStringConvertible {
  var description: String { "there is no menu" }
}
