import Cities
import Commerce
import Foundation
import Menu
import Networking
import Storage
import Sync
import Synchronization
import Testing

/// An app on a device with two features over one directory: cities and menu.
final class CatalogApp: Transport {
  private let transport: any Transport
  private let folder: URL
  private let running = Mutex<StorageDirectory?>(nil)
  private let answered = Mutex<[String: [Int]]>([:])

  init(_ server: URL, _ folder: URL, timeout: Duration = .seconds(2)) {
    transport = URLSessionTransport(server: server, timeout: timeout)
    self.folder = folder
  }

  /// The status codes of the responses to the requests of a path.
  func statuses(of path: String) -> [Int] { answered.withLock { $0[path] ?? [] } }

  /// Restarts the app over its stored data and calls `body` while the menu catalog runs.
  func launch(
    _ body: @escaping @Sendable (any CityCatalog, any MenuCatalog) async throws -> Void
  ) async throws {
    let directory = StorageDirectory(folder)
    running.withLock { running in
      running?.close()
      running = directory
    }
    let gate = Gate(closedFor: [.offline])
    let environment = FeatureEnvironment(
      transport: self, directory: directory, city: SettledCity(gate: gate))
    let cities = environment.makeCityCatalog(language: "ru")
    await cities.start(with: CityID(rawValue: 1_526_384))
    let menu = environment.makeMenuCatalog(fulfillment: .delivery)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await menu.run() }
      // The gate stays closed until the catalog runs. The wait adds no consumer: the catalog could still
      // count one that has left, and would send a request for it when the gate opens.
      while menu.state.fetch == .notRunning { await Task.yield() }
      gate.open(for: .offline)
      try await body(cities, menu)
      group.cancelAll()
    }
  }

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(request, progress: progress)
    answered.withLock { $0[request.path, default: []].append(response.status) }
    return response
  }
}

extension MenuCatalog {
  /// Returns the menu that a screen displays now.
  func shown() async throws -> MenuSnapshot {
    await setFulfillment(state.fulfillment)
    return try #require(state.menu)
  }

  /// Returns the menu with the currently unavailable items applied, as a screen displays it.
  func orderable() async throws -> OrderableMenu {
    _ = try await shown()
    _ = try #require(state.unavailable)
    return try #require(state.orderable(at: .now))
  }
}
