import Cities
import Foundation
import Menu
import Networking
import Storage
import Sync
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app on a device with two features over one directory: its city, and the menu there.
final class MenuApp: Transport {
  private let transport: any Transport
  private let folder: URL
  private let running = Mutex<StorageDirectory?>(nil)
  private let answered = Mutex<[Int]>([])

  init(_ server: URL, _ folder: URL, timeout: Duration = .seconds(2)) {
    transport = NetworkingFactory.makeTransport(server: server, timeout: timeout)
    self.folder = folder
  }

  /// What the server has answered when it was asked for a menu or a stop list.
  var statuses: [Int] { answered.withLock { $0 } }

  /// Starts the app anew over what it has kept, and does something while the menu runs.
  func launch(
    _ body: @escaping @Sendable (any CityCatalog, any MenuCatalog) async throws -> Void
  ) async throws {
    let directory = StorageDirectory(folder)
    running.withLock { running in
      running?.close()
      running = directory
    }
    let gate = Gate(closedFor: [.offline])
    let environment = FeatureEnvironment(transport: self, directory: directory, gate: gate)
    let cities = CitiesFactory.makeCatalog(in: environment, language: "ru")
    await cities.start(with: City.ID(rawValue: 1_526_384))
    let menu = MenuFactory.makeCatalog(in: environment, fulfilment: .delivery)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await menu.run() }
      // Until it runs nothing can be asked; meanwhile nothing is asked for this reader either.
      for await state in await menu.menus() where state.fetch != .notRunning { break }
      gate.open(for: .offline)
      try await body(cities, menu)
      group.cancelAll()
    }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, progress: progress)
    if request.path.hasPrefix("/v1/menu") { answered.withLock { $0.append(response.status) } }
    return response
  }
}

extension MenuCatalog {
  /// The menu that a screen shows now.
  func shown() async throws -> MenuSnapshot {
    for await state in await menus() { return try #require(state.value) }
    throw CancellationError()
  }

  /// The menu with the stops of now laid over it, as a screen draws it.
  func orderable() async throws -> OrderableMenu {
    let menu = try await shown()
    for await state in await stops() {
      let stops = try #require(state.value)
      return try #require(
        OrderableMenu(menu, stops: stops, at: .now, timeZone: "Asia/Almaty"))
    }
    throw CancellationError()
  }
}

extension Backend {
  /// Changes rows of the menu of Almaty.
  func patchMenu(_ body: String) async throws {
    var request = URLRequest(url: url.appending(path: "admin/cities/1526384/menu"))
    request.httpMethod = "PATCH"
    request.httpBody = Data(body.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    try #require((response as? HTTPURLResponse)?.statusCode == 200)
  }

  /// Says what Almaty has run out of: `setStops(#"{"kind":"product","id":"tea-mint"}"#)`.
  func setStops(_ rows: String...) async throws {
    try await put(
      "admin/cities/1526384/stops", #"{"stops":[\#(rows.joined(separator: ","))]}"#)
  }
}
