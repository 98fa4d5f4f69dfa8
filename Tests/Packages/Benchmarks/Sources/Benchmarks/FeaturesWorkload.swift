import Foundation
import Workloads

/// E: user-visible latencies, measured by programs that use the features as an app does.
final class FeaturesWorkload: Workload {
  let title = "E  The features"

  /// The paths of the programs and their data.
  struct Programs {
    let probe: String
    let cities: String
    let menu: String
    /// A list of 34,006 cities.
    let list: String
    /// Menus of typical size, of twice that size, and of ten times the second.
    let menus: [String]
  }

  /// The milliseconds per unit; every unit that is missing here denotes microseconds.
  private static let milliseconds = ["ns": 1e-6, "ms": 1, "s": 1000]

  private let programs: Programs
  private let folders: Folders

  /// The number of pending changes in the measures of the outbox.
  private let waiting: Int

  init(_ folders: Folders, _ programs: Programs, _ effort: Effort) throws {
    waiting = effort.isQuick ? 500 : 10_000
    self.folders = folders
    self.programs = programs
    let few = "Modules/Sandbox/Resources/cities.json"
    for (folder, list) in [("cities", programs.list), ("few cities", few)] {
      let kept = try Child.run(
        programs.probe, ["keep-cities", folders.folder(folder).path, list])
      guard kept.code == 0 else { throw Refusal("the list of cities was not kept") }
    }
  }

  var rows: [Row] {
    Row.list(
      "ms", "start of an empty process",
      "start to the first page of 34,006 cities",
      "start to the first page of 999 cities",
      "… of 34,006, over the empty one before",
      "… of 999, over the empty one before",
      "index for searching 34,006 cities",
      "search per key press, median",
      "search per key press, worst",
      "menu ready from the disk",
      "menu of 3000 products")
      + Row.list(
        "µs", "price of a configured product",
        "validation of a combo")
      + Row.list(
        "ms", "500 stops laid over the menu",
        "cart tap, 200 lines, 1000 changes waiting",
        "outbox, enqueue, none waiting",
        "outbox, enqueue, \(waiting) waiting",
        "outbox, start with \(waiting) waiting",
        "one addition to a journal",
        "menu of 300 products")
  }

  func round(_ number: Int, _ figures: Figures) async throws {
    for _ in 0..<10 {
      let empty = try start("nothing", "none")
      figures.add(empty, rows[0].measure, .storage)
      for (folder, row) in [("cities", 1), ("few cities", 2)] {
        let page = try start("first-cities", folder)
        figures.add(page, rows[row].measure, .storage)
        figures.add(page - empty, rows[row + 2].measure, .storage)
      }
    }
    // These programs run long and report medians over several turns themselves.
    guard number < 3 else { return }
    let cart = try named(programs.probe, ["cart", folders.folder("cart-\(number)").path])
    figures.add(cart, "tap", rows[13].measure, .storage)
    figures.add(cart, "append", rows[13].measure, .limit)
    figures.add(cart, "journal", rows[17].measure, .storage)
    let outbox = try named(
      programs.probe, ["outbox", folders.folder("queue-\(number)").path, "\(waiting)"])
    for (name, row) in [("first", 14), ("last", 15), ("start", 16)] {
      figures.add(outbox, name, rows[row].measure, .storage)
    }
    figures.add(outbox, "append", rows[14].measure, .limit)
    let cities = try named(programs.cities, [programs.list])
    figures.add(cities, "then ready to search", rows[5].measure, .storage)
    let search = "search, every prefix of 4000 names"
    figures.add(cities, search, rows[6].measure, .storage)
    figures.add(cities, "\(search), worst", rows[7].measure, .storage)
    let menu = try named(programs.menu, [programs.menus[0]])
    figures.add(menu, "ready from the disk", rows[8].measure, .storage)
    figures.add(menu, "price of a configured product", rows[10].measure, .storage, 1000)
    figures.add(menu, "validation of a combo", rows[11].measure, .storage, 1000)
    figures.add(menu, "500 stops laid over the menu", rows[12].measure, .storage)
    for (size, row) in [(1, 18), (2, 9)] {
      let menu = try named(programs.menu, [programs.menus[size]])
      figures.add(menu, "ready from the disk", rows[row].measure, .storage)
    }
  }

  private func start(_ task: String, _ folder: String) throws -> Double {
    let child = try Child.run(programs.probe, [task, folders.folder(folder).path])
    guard child.code == 0 else { throw Refusal("\(task) ended with \(child.code)") }
    return child.milliseconds
  }

  /// Runs a program, and returns the printed numbers by name, durations in milliseconds.
  ///
  /// A line is "NAME NUMBER" or "NAME: best 1.2 ms, median 1.4 ms". The median replaces the best
  /// value, and a worst value is returned as "NAME, worst".
  private func named(_ program: String, _ arguments: [String]) throws -> [String: Double] {
    let child = try Child.run(program, arguments)
    guard child.code == 0 else { throw Refusal("\(program) ended with \(child.code)") }
    var found: [String: Double] = [:]
    for line in child.output.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1)
      guard parts.count == 2 else {
        let words = line.split(separator: " ")
        if words.count == 2 { found[String(words[0])] = Double(words[1]) }
        continue
      }
      let name = String(parts[0])
      for figure in parts[1].split(separator: ", ") {
        let words = figure.split(separator: " ")
        guard words.count >= 3, let number = Double(words[1]) else { continue }
        let unit = Self.milliseconds[String(words[2])] ?? 1e-3
        switch words[0] {
        case "median": found[name] = number * unit
        case "worst": found["\(name), worst"] = number * unit
        default: found[name] = found[name] ?? number * unit
        }
      }
    }
    return found
  }

  func goals(_ figures: Figures) -> [Goal] {
    func own(_ row: Int) -> Double? { figures.median(rows[row].measure, .storage) }
    func less(_ row: Int, _ base: Double?) -> Double? {
      own(row).flatMap { value in base.map { value - $0 } }
    }
    func times(_ row: Int, _ base: Int) -> Double? {
      own(row).flatMap { value in own(base).map { value / $0 } }
    }
    return [
      .atMost(5, "ms", "first page of 34,006 cities, over an empty process,", own(3)),
      .atMost(3, "ms", "first page of 999 cities, over an empty process,", own(4)),
      .atMost(150, "ms", "index for searching 34,006 cities", own(5)),
      .atMost(1, "ms", "search per key press, median,", own(6)),
      .atMost(4, "ms", "search per key press, worst,", own(7)),
      .atMost(3, "ms", "menu ready from the disk", own(8)),
      .atMost(11, "x", "menu of 3000 products, against one of 300,", times(9, 18)),
      .atMost(1, "µs", "price of a configured product", own(10)),
      .atMost(10, "µs", "validation of a combo", own(11)),
      .atMost(0.5, "ms", "500 stops laid over the menu", own(12)),
      .atMost(0.05, "ms", "cart tap, over one addition to a journal,", less(13, own(17))),
      .atMost(1.3, "x", "outbox, enqueue among \(waiting), against an empty one,", times(15, 14)),
      .atMost(30, "ms", "outbox, start with \(waiting) waiting", own(16)),
    ]
  }
}

extension Figures {
  /// Adds the value that a program printed under a name, if any.
  fileprivate func add(
    _ printed: [String: Double], _ name: String, _ measure: String, _ subject: Subject,
    _ factor: Double = 1
  ) {
    if let value = printed[name] { add(value * factor, measure, subject) }
  }
}
