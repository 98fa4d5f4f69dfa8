import Cart
import Cities
import Commerce
import Foundation
import Menu
@_spi(SettledCity) import Networking
import Storage
import Sync
import Workloads

/// A program that performs one task of a feature, for tools that measure time or instructions.
///
///     FeatureProbe nothing DIRECTORY
///     FeatureProbe keep-cities DIRECTORY LIST.json    stores the list as the server's response
///     FeatureProbe first-cities DIRECTORY             loads the list
///     FeatureProbe cart DIRECTORY                     prints each measure's name and number
///     FeatureProbe outbox DIRECTORY N                 the same, with N changes
///     FeatureProbe fill-cart DIRECTORY                fills a cart for the taps
///     FeatureProbe taps DIRECTORY N                   performs N taps in this cart
///     FeatureProbe search DIRECTORY N                 searches for N prefixes of names
///     FeatureProbe price DIRECTORY N MENU.json        prices the products of a menu N times
///     FeatureProbe menu DIRECTORY N MENU.json         starts N times with a stored menu
@main
enum FeatureProbe {
  static func main() async throws { try await OneThread.main(perform) }

  private static func perform() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 1 else { throw Refusal("no task") }
    let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
    switch arguments[0] {
    case "nothing": break
    case "keep-cities":
      try await cities(in: folder, answering: Data(contentsOf: URL(filePath: arguments[2])))
        .refreshList()
    case "first-cities": try await showFirstCities(in: folder)
    case "search": try await search(count, in: folder)
    case "price": try await price(count, in: folder, arguments[3])
    case "menu": try await start(count, in: folder, arguments[3])
    case "cart": try await CartTaps(folder: folder).measure()
    case "fill-cart": try await CartTaps(folder: folder).fill()
    case "taps": try await CartTaps(folder: folder).make(count)
    case "outbox": try await OutboxGrowth(folder: folder, count: count).measure()
    default: throw Refusal("\(arguments[0]) is no task")
    }
  }

  private static func cities(in folder: URL, answering json: Data = Data()) -> any CityCatalog {
    FeatureEnvironment(
      transport: OneAnswer(json: json), directory: StorageDirectory(folder)
    ).makeCityCatalog(
      language: "ru")
  }

  private static func showFirstCities(in folder: URL) async throws {
    guard await cities(in: folder).loadList().cities.count >= 20 else { throw Refusal("no cities") }
  }

  private static func search(_ count: Int, in folder: URL) async throws {
    let list = await cities(in: folder).loadList()
    await list.prepare()
    let names = list.cities.prefix(100).map(\.name)
    for index in 0..<count {
      let name = names[index % names.count]
      _ = list.search(String(name.prefix(1 + index / names.count % 4)))
    }
  }

  private static func menus(
    in directory: StorageDirectory, answering json: Data
  ) throws -> any MenuCatalog {
    FeatureEnvironment(
      transport: OneAnswer(json: json), directory: directory,
      city: SettledCity(try .almaty(), gate: Gate()),
      now: { Date(timeIntervalSince1970: 1.7e9) }
    ).makeMenuCatalog(
      fulfillment: .delivery)
  }

  private static func start(_ count: Int, in folder: URL, _ file: String) async throws {
    var directory = StorageDirectory(folder)
    _ = try await menus(in: directory, answering: Data(contentsOf: URL(filePath: file)))
      .refreshed()
    for _ in 0..<count {
      directory.close()
      directory = StorageDirectory(folder)
      guard try await menus(in: directory, answering: Data()).shown() != nil else {
        throw Refusal("no menu")
      }
    }
  }

  private static func price(_ count: Int, in folder: URL, _ file: String) async throws {
    let menu = try await menus(
      in: StorageDirectory(folder), answering: Data(contentsOf: URL(filePath: file))
    ).refreshed()
    guard
      let order = OrderableMenu(
        menu, unavailable: try .none(), at: Date(timeIntervalSince1970: 1.7e9),
        timeZone: "Asia/Almaty")
    else { throw Refusal("no time zone") }
    let products = menu.variants.map(\.id).sorted { $0.rawValue < $1.rawValue }.prefix(300)
      .compactMap { order.start(with: $0) }
    for _ in 0..<count {
      for product in products { _ = menu.price(of: product) }
    }
  }
}

extension RequestContext {
  static func almaty() throws -> RequestContext {
    guard let context = RequestContext(country: "KZ", city: 1_526_384, language: "ru") else {
      throw Refusal("no context")
    }
    return context
  }
}

extension MenuCatalog {
  fileprivate func refreshed() async throws -> MenuSnapshot {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.run() }
      for await state in self.states() where state.fetch != .notRunning { break }
      try await self.refresh()
      group.cancelAll()
    }
    guard let menu = await shown() else { throw Refusal("no menu") }
    return menu
  }

  fileprivate func shown() async -> MenuSnapshot? {
    await load()
    return state.menu
  }
}

extension UnavailableItems {
  fileprivate static func none() throws -> UnavailableItems {
    try JSONDecoder().decode(UnavailableItems.self, from: Data(#"{"revision":1,"stops":[]}"#.utf8))
  }
}

/// A server with one fixed response, and with nothing unavailable.
struct OneAnswer: Transport {
  let json: Data

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let stops = Data(#"{"revision":1,"stops":[]}"#.utf8)
    return HTTPResponse(status: 200, body: request.path.hasSuffix("/stops") ? stops : json)
  }
}

extension [Double] {
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
