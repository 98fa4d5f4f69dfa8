import Cities
import Foundation
import Networking
import Storage
import Sync

/// Benchmark of the time until a picker can show a list, through the public contract.
///
/// The argument is the path of a list in the server's format. The program prints one figure per
/// line.
@main
enum CitiesBenchmarks {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { exit(64) }
    let json = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "cities-benchmarks-\(UUID().uuidString)")
    defer {
      do { try FileManager.default.removeItem(at: directory) } catch { print("left: \(directory)") }
    }
    func launch() -> any CityCatalog {
      FeatureEnvironment(
        transport: OneAnswer(json: json), directory: StorageDirectory(directory)
      ).makeCityCatalog(
        language: "ru")
    }
    try await launch().refreshList()

    var kept: [Duration] = []
    for _ in 0..<3 {
      let catalog = launch()
      _ = await timed(&kept) { await catalog.loadList() }
    }
    var (first, ready) = ([Duration](), [Duration]())
    var lists: [CityList] = []
    for _ in 0..<5 {
      let catalog = launch()
      try await catalog.refreshList()
      lists = [await timed(&first) { await catalog.loadList() }]
      await timed(&ready) { await lists[0].prepare() }
      try await catalog.setLanguage("en")
      lists.append(await catalog.loadList())
      await lists[1].prepare()
    }
    let (list, english) = (lists[0], lists[1])
    figure("cities", "\(list.cities.count)")
    figure("first page of a launch, from the file", "best \(milliseconds(kept.min() ?? .zero))")
    figure("first page of a list in memory", "best \(milliseconds(first.min() ?? .zero))")
    figure("then ready to search", "best \(milliseconds(ready.min() ?? .zero))")

    // The first key presses are the slowest, because they find the most.
    let letters = "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщэюя".map(String.init)
    let names = list.cities.prefix(2000).map(\.name) + english.cities.suffix(2000).map(\.name)
    report("search, one letter", letters, in: list)
    report("search, every prefix of 4000 names", names.flatMap(prefixes), in: english)
    report("search, a typing error in every one of 4000 names", names.map(typo), in: english)
    report(
      "search, a name with its country",
      list.cities.prefix(2000).map { "\($0.name) \($0.country.name)" },
      in: list)
    report("search, nothing found", letters.map { "\($0)qqqq" }, in: list)
  }

  private static func report(_ name: String, _ queries: [String], in list: CityList) {
    let clock = ContinuousClock()
    let slowest = queries.map { text in
      (0..<3).map { _ in (clock.measure { _ = list.search(text) }, text) }.min { $0.0 < $1.0 }
    }.compactMap(\.self).sorted { $0.0 < $1.0 }
    let worst = slowest.last?.1.prefix(40) ?? ""
    figure(name, "\(spread(slowest.map(\.0))) for \"\(worst)\"")
  }

  private static func timed<Value>(
    _ durations: inout [Duration], _ body: () async throws -> Value
  ) async rethrows -> Value {
    let clock = ContinuousClock()
    let start = clock.now
    let value = try await body()
    durations.append(clock.now - start)
    return value
  }

  private static func prefixes(of name: String) -> [String] {
    (1...name.count).map { String(name.prefix($0)) }
  }

  /// Returns a name with its third and fourth letters exchanged.
  private static func typo(_ name: String) -> String {
    var letters = Array(name)
    if letters.count > 4 { letters.swapAt(2, 3) }
    return String(letters)
  }

  private static func spread(_ sorted: [Duration]) -> String {
    "median \(milliseconds(sorted[sorted.count / 2])), worst \(milliseconds(sorted[sorted.count - 1]))"
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\((duration / .microseconds(1)).rounded() / 1000) ms"
  }

  private static func figure(_ name: String, _ value: String) {
    print("\(name): \(value)")
  }
}

private struct OneAnswer: Transport {
  let json: Data

  func send(
    _ request: HTTPRequest, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    HTTPResponse(status: 200, body: json)
  }
}
