import Sandbox
import Cities
import Foundation
import ShowcaseKit
import Storage
import Sync
import Synchronization

/// The basis of every scenario: launches of the app with one state directory and one server.
final class Script: Sendable {
  let stage: Stage
  let sandbox: SandboxServer<CityServerModel>
  let wire: Wire
  private let launched = Mutex<StorageDirectory?>(nil)
  private let shown = Mutex<City?>(nil)

  init(_ stage: Stage) throws {
    self.stage = stage
    sandbox = SandboxServer(try CityServerModel(), pace: .normal, clock: stage.clock)
    wire = Wire(sandbox.transport(or: stage.options.server))
  }

  /// Returns the language from the command line, else the scenario's own.
  func language(or own: Language) -> Language {
    stage.options.language.map(Language.init(rawValue:)) ?? own
  }

  /// Starts the app as in a new process.
  ///
  /// Closes the previous launch's storage directory. The launches share only its files.
  func launch(
    in language: Language, with given: City.ID? = nil, gate: Gate = Gate(),
    leaving former: FormerApp? = nil
  ) async throws -> any CityCatalog {
    let directory = StorageDirectory(stage.directory)
    launched.withLock { launched in
      launched?.close()
      launched = directory
    }
    let catalog = CitiesFactory.makeCatalog(
      in: FeatureEnvironment(transport: wire, directory: directory, city: SettledCity(gate: gate)),
      language: language, leaving: former)
    let goal = given.map { ", given city \($0.rawValue)" } ?? ""
    tell("The app starts in \(language.rawValue)\(goal)")
    try await catalog.speak(language)
    await catalog.start(with: given ?? stage.options.city.map(City.ID.init(rawValue:)))
    tellState(of: catalog)
    return catalog
  }

  /// Stops the app at the next response: it can store nothing from then on.
  func killAtNextAnswer() {
    wire.atNextAnswer {
      self.launched.withLock { $0?.close() }
      self.tell("The app is killed")
    }
  }

  /// Chooses a city, and adds the result to the transcript.
  func choose(_ id: City.ID, in catalog: any CityCatalog) async throws {
    let current = catalog.state.currentCity.flatMap { $0.id == id ? $0.name : nil }
    let name = try await catalog.list().city(id)?.name ?? current ?? "city \(id.rawValue)"
    tell("Choose \(name)")
    do {
      try await catalog.choose(id)
    } catch {
      tell("Failed: \(error)")
    }
    tellState(of: catalog)
  }

  func refresh(_ catalog: any CityCatalog) async throws {
    tell("Refresh the list")
    do {
      switch try await catalog.refreshList() {
      case .updated(let revision): tell("The list is now revision \(revision)")
      case .unchanged: tell("The list has not changed")
      case .older(let revision): tell("Revision \(revision) is older and was ignored")
      }
    } catch {
      tell("Failed: \(error)")
    }
    try await tellList(of: catalog)
  }

  func tell(_ text: String) {
    stage.transcript.line(text)
  }

  /// Adds the state to the transcript, and the city's page if it has changed.
  func tellState(of catalog: any CityCatalog) {
    tell(catalog.state.summary)
    guard let city = catalog.state.currentCity else { return }
    let isNew = shown.withLock { shown in
      defer { shown = city }
      return shown != city
    }
    if isNew { stage.transcript.details(CityPage.lines(city)) }
  }

  func tellList(of catalog: any CityCatalog) async throws {
    let list = try await catalog.list()
    tell(list.summary)
    let more = list.cities.count > 3 ? ["…"] : []
    stage.transcript.details(list.cities.prefix(3).map(\.line) + more)
  }

  /// Adds the names of the stored files to the transcript.
  func tellFiles() throws {
    tell("On the disk")
    let files = try FileManager.default.subpathsOfDirectory(atPath: stage.directory.path())
      .filter { $0.contains(".store") }
    stage.transcript.details(files.isEmpty ? ["nothing"] : files.sorted())
  }
}

extension City.ID {
  static let moscow = City.ID(rawValue: 524_901)
  static let almaty = City.ID(rawValue: 1_526_384)
  static let belgrade = City.ID(rawValue: 792_680)
  static let satpayev = City.ID(rawValue: 1_520_692)
}
