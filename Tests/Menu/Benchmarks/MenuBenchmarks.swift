import Commerce
import Foundation
import Menu
@_spi(SettledCity) import Networking
import Storage
import Sync

/// Benchmark of the time until a screen can show a menu, through the public contract.
///
/// The argument is the path of a menu in the server's format. The program prints one figure per
/// line.
@main
enum MenuBenchmarks {
  static func main() async throws {
    guard CommandLine.arguments.count == 2,
      let context = RequestContext(country: "KZ", city: 1_526_384, language: "ru")
    else { throw Refusal(description: "usage: MenuBenchmarks MENU.json") }
    let json = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "menu-benchmarks-\(UUID().uuidString)")
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { print("left: \(folder)") }
    }

    var directory = StorageDirectory(folder)
    func launch(_ transport: any Transport) -> any MenuCatalog {
      directory.close()
      directory = StorageDirectory(folder)
      return FeatureEnvironment(
        transport: transport, directory: directory, city: SettledCity(context, gate: Gate())
      ).makeMenuCatalog(
        fulfillment: .delivery)
    }

    let load = try await timed {
      try await launch(OneAnswer(json: json)).refresh()
    }
    figure("answer decoded, checked, written and shown", [load])

    var starts: [Duration] = []
    var menu: MenuSnapshot?
    for _ in 0..<11 {
      let catalog = launch(OneAnswer(json: Data()))
      // Releasing the previous menu is not part of the launch.
      menu = nil
      starts.append(await timed { menu = await catalog.shown() })
    }
    guard let menu else { throw Refusal(description: "the menu was not kept") }
    figure("ready from the disk", starts)
    print("  \(menu.products.count) products, \(menu.variants.count) variants,")
    print("  \(menu.slots.values.reduce(0) { $0 + $1.options.count }) options in slots")
    try measure(menu)
  }

  private static func measure(_ menu: MenuSnapshot) throws {
    let variants = menu.variants.map(\.id).sorted { $0.rawValue < $1.rawValue }
    let stopped = UnavailableItems.sample(variants.prefix(500).map(\.rawValue))
    var orders: [Duration] = []
    var rows: [Duration] = []
    var order: OrderableMenu?
    for _ in 0..<11 {
      let list = try stopped()
      orders.append(
        timed { order = OrderableMenu(menu, unavailable: list, at: .now, timeZone: "Asia/Almaty") })
      rows.append(
        timed {
          for item in menu.categories.flatMap(\.items) { _ = order?.unavailability(of: item) }
        })
    }
    guard let order else { throw Refusal(description: "no time zone") }
    figure("500 stops laid over the menu", orders)
    figure("availability of every row of every category", rows)

    let available = variants.suffix(500).compactMap { order.start(with: $0) }
    each("price of a configured product", available) { _ = menu.price(of: $0) }
    each("validation of a configured product", available) { _ = order.problems(in: $0) }
    let combos = menu.combos.keys.sorted { $0.rawValue < $1.rawValue }.prefix(200)
      .compactMap { order.start(with: $0) }
    each("validation of a combo", combos) { _ = order.problems(in: $0) }
    each("lowest price of a combo", combos) { _ = order.lowestPrice(of: .combo($0.combo)) }
    each("search", ["п", "чай с", "pitstsa s", "нет такого"]) { _ = menu.search($0) }
  }

  /// Prints the best and the median time per element, from several rounds over all elements.
  private static func each<Element>(
    _ name: String, _ elements: [Element], _ body: (Element) -> Void
  ) {
    let rounds = (0..<9).map { _ in timed { for element in elements { body(element) } } }
    figure(name, rounds.map { $0 / max(1, elements.count) })
  }

  private static func timed(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(body)
  }

  private static func timed(_ body: () async throws -> Void) async rethrows -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    try await body()
    return clock.now - start
  }

  private static func figure(_ name: String, _ times: [Duration]) {
    let sorted = times.sorted()
    let texts = [sorted[0], sorted[sorted.count / 2]].map {
      $0.formatted(
        .units(
          allowed: [.milliseconds, .microseconds, .nanoseconds], maximumUnitCount: 1,
          fractionalPart: .show(length: 2)))
    }
    print("\(name): best \(texts[0]), median \(texts[1])")
  }
}

extension MenuCatalog {
  fileprivate func shown() async -> MenuSnapshot? {
    await load()
    return state.menu
  }
}

extension UnavailableItems {
  /// Returns a closure that decodes a list on each call, as after a response.
  fileprivate static func sample(_ variants: [String]) -> () throws -> UnavailableItems {
    let rows = variants.map { #"{"kind":"variant","id":"\#($0)","reason":"soldOut"}"# }
    let json = Data(#"{"revision":1,"stops":[\#(rows.joined(separator: ","))]}"#.utf8)
    return { try JSONDecoder().decode(UnavailableItems.self, from: json) }
  }
}

/// Transport with a constant menu, and with nothing unavailable.
private struct OneAnswer: Transport {
  let json: Data

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let stops = Data(#"{"revision":1,"stops":[]}"#.utf8)
    return HTTPResponse(status: 200, body: request.path.hasSuffix("/stops") ? stops : json)
  }
}

private struct Refusal: Error, CustomStringConvertible {
  let description: String
}
