import Cities
import CitiesTestSupport
import Foundation
import Networking
import Storage
import Sync

/// A chosen city and a refreshed list; or only the list, with the city of a legacy app.
struct CitiesSubject: Subject {
  struct Server: Sendable {
    let double = CityServerDouble()
    let settings = FormerSettings()
  }

  let isMigrating: Bool
  var name: String { isMigrating ? "CitiesAfterFormerApp" : "Cities" }

  func makeServer() -> Server { Server() }

  func copy(of server: Server) -> Server {
    let copy = Server()
    if isMigrating { copy.settings["city_id"] = SampleCity.almaty.id.rawValue }
    return copy
  }

  func setOffline(_ server: Server, _ isOffline: Bool) {
    server.double.fault = isOffline ? .offline : nil
  }

  func launch(_ launch: Launch, _ server: Server) -> any CityCatalog {
    let folder = launch.folder
    let database = LegacyDatabase(mainFile: folder.appending(path: "default.db"))
    return CitiesFactory.makeCatalog(
      in: FeatureEnvironment(transport: server.double, directory: launch.directory), language: "en",
      leaving: isMigrating ? server.settings.formerApp(database: database) : nil)
  }

  /// The stored beginning of the list is derived from the list.
  var dependencies: [String: Set<String>] { ["city-list-beginning": ["city-list"]] }

  var strangers: [String: String] {
    isMigrating ? ["default.db": "a former app's", "default.db.lock": "lock"] : [:]
  }

  var steps: [Step] {
    let list: Step = {
      _ = try await $0.refreshList()
      _ = ($1, $2)
    }
    guard !isMigrating else { return [list] }
    return [
      { catalog, _, _ in await catalog.start(with: nil) }, list,
      { catalog, _, _ in try await catalog.choose(SampleCity.belgrade.id) },
      { catalog, _, _ in try await catalog.choose(SampleCity.almaty.id) },
    ]
  }

  func run(_ catalog: any CityCatalog, _ launch: Launch) async { await catalog.start(with: nil) }

  func goOnline(_ catalog: any CityCatalog, _ launch: Launch) async {
    await catalog.start(with: nil)
    if catalog.state.currentCity == nil {
      do { try await catalog.choose(SampleCity.almaty.id) } catch { launch.report(error) }
    }
    do { try await catalog.refreshList() } catch { launch.report(error) }
  }

  func view(_ catalog: any CityCatalog, _ launch: Launch) async -> View {
    var view: View = [:]
    view["city"] = "\(catalog.state.stage)"
    view["first"] = await catalog.firstRows().map(\.name).joined(separator: " ")
    let list = await catalog.loadList()
    let problem = list.problem.map { "\($0)" } ?? ""
    view["list"] =
      "\(list.revision) \(list.source) \(problem) \(list.cities.prefix(20).map(\.name))"
    return view
  }

  func arrivals(at server: Server) -> View { [:] }
  func requests(at server: Server) -> [HTTPRequest] { [] }

  func sources(of piece: String) -> Set<String> {
    switch piece {
    case "city": ["current-city"]
    case "list": ["city-list"]
    default: ["city-list", "city-list-beginning"]
    }
  }
}
