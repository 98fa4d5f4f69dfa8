import Foundation
import Menu
import MenuTestSupport
import Networking
import NetworkingTestSupport
import Sync
import Synchronization

/// The menus of two languages and a list of unavailable items that has changed.
struct MenuSubject: Subject {
  let name = "Menu"

  func makeServer() -> MenuServerDouble { MenuServerDouble() }

  func copy(of server: MenuServerDouble) -> MenuServerDouble {
    let copy = MenuServerDouble()
    (copy.revision, copy.menu, copy.stops) = (server.revision, server.menu, server.stops)
    return copy
  }

  func setOffline(_ server: MenuServerDouble, _ isOffline: Bool) { server.isOffline = isOffline }

  func launch(_ launch: Launch, _ server: MenuServerDouble) -> any MenuCatalog {
    launch.city.settle(in: .sampleCity)
    return MenuFactory.makeCatalog(
      in: FeatureEnvironment(
        transport: server, directory: launch.directory, city: launch.city,
        now: { Date(timeIntervalSince1970: 1_795_000_000) }),
      fulfillment: .delivery)
  }

  var steps: [Step] {
    let stop = { (revision: Int, rows: [String]) in
      { @Sendable (catalog: any MenuCatalog, server: MenuServerDouble, _: Launch) async throws in
        server.stops = #"{"revision":\#(revision),"stops":[\#(rows.joined(separator: ","))]}"#
        try await catalog.refreshUnavailable()
      }
    }
    let cola = #"{"kind":"product","id":"cola"}"#
    return [
      { catalog, _, launch in launch.start { await catalog.run() } },
      { catalog, _, _ in try await catalog.refresh() },
      { catalog, _, launch in
        launch.city.settle(in: .sampleCityInRussian)
        try await catalog.refresh()
      },
      { _, _, launch in launch.city.settle(in: .sampleCity) },
      stop(2, [cola]), stop(3, [cola, #"{"kind":"product","id":"porridge"}"#]), stop(4, [cola]),
    ]
  }

  func run(_ catalog: any MenuCatalog, _ launch: Launch) async { await catalog.run() }

  func goOnline(_ catalog: any MenuCatalog, _ launch: Launch) async {
    for city in [RequestContext.sampleCityInRussian, .sampleCity] {
      launch.city.settle(in: city)
      do { try await catalog.refresh() } catch { launch.report(error) }
    }
    do { try await catalog.refreshUnavailable() } catch { launch.report(error) }
  }

  func view(_ catalog: any MenuCatalog, _ launch: Launch) async -> View {
    var view: View = [:]
    for city in [RequestContext.sampleCityInRussian, .sampleCity] {
      launch.city.settle(in: city)
      await catalog.setFulfillment(.delivery)
      view["menu \(city.language)"] = catalog.state.menu.map { menu in
        let products = menu.products.values.sorted { $0.id.rawValue < $1.id.rawValue }
        return "\(menu.revision) \(menu.language) \(products.map(\.name)) \(menu.problems.count)"
      }
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      view["stops"] = try catalog.state.unavailable.map {
        String(decoding: try encoder.encode($0), as: UTF8.self)
      }
    } catch {
      launch.report(error)
    }
    return view
  }

  func arrivals(at server: MenuServerDouble) -> View { [:] }
  func requests(at server: MenuServerDouble) -> [HTTPRequest] { [] }

  func sources(of piece: String) -> Set<String> {
    piece == "stops" ? ["menu-stops"] : ["menus"]
  }
}
