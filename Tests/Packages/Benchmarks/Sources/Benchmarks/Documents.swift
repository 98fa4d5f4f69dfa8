import Foundation
import Workloads

/// The tables that `run --update` writes into the documents, in Markdown.
struct Documents {
  let figures: Figures
  let workloads: [any Workload]
  let rounds: Int

  /// The measures of `Tests/Figures.md`, in its words.
  private static let measures = [
    ("a menu of 400 KB written, durable, ms", "write, durable"),
    ("… read by a new process, ms", "cold open and read"),
    ("one element added to 100,000, durable, ms", "insert among 100000"),
    ("all 100,000 read by a new process, ms", "cold open and read all 100000"),
    ("a value in memory read, ns", "read of a loaded value"),
    (
      "first page of 34,006 cities, in addition to the start of an empty process, ms",
      "… of 34,006, over the empty one before"
    ),
    (
      "one keystroke of a search among them, in every language, ms",
      "search per key press, median"
    ),
    ("a menu of 220 products loaded from the disk, ms", "menu ready from the disk"),
    ("price of a configured pizza, µs", "price of a configured product"),
    (
      "a tap in a cart of 200 lines with 1,000 pending changes, on screen and disk, ms",
      "cart tap, 200 lines, 1000 changes waiting"
    ),
  ]

  private static let columns: [(Subject, String)] = [
    (.storage, "ours"), (.json, "JSON file"), (.grdb, "GRDB"), (.lmdb, "LMDB"),
  ]

  /// The table of `Tests/Figures.md`.
  ///
  /// - Throws: ``Refusal`` if a measure is missing, because the table would claim less than its rows say.
  func speed() throws -> String {
    var lines = [
      Self.row([""] + Self.columns.map(\.1)),
      "| --- |" + Self.columns.map { _ in " ---: |" }.joined(),
    ]
    for (text, measure) in Self.measures {
      guard figures.median(measure, .storage) != nil else {
        throw Refusal("\(measure) was not measured")
      }
      lines.append(
        Self.row([text] + Self.columns.map { figures.median(measure, $0.0)?.short ?? "" }))
    }
    return (lines + ["", source]).joined(separator: "\n")
  }

  /// The table of all goals, and how many of them are met.
  func goals() -> String {
    var lines = ["| goal | measured | met |", "| --- | ---: | --- |"]
    for workload in workloads {
      lines.append(
        Self.row(["**\(workload.title.drop { $0 != " " }.drop { $0 == " " })**", "", ""]))
      for goal in workload.goals(figures) {
        let value = goal.value.map { "\($0.short) \(goal.unit)" } ?? "not measured"
        lines.append(Self.row([goal.text, value, goal.isMet.map { $0 ? "yes" : "no" } ?? ""]))
      }
    }
    let goals = workloads.flatMap { $0.goals(figures) }
    let met = "\(goals.count { $0.isMet == true }) of \(goals.count) goals are met."
    return (lines + ["", "\(met) \(source)"]).joined(separator: "\n")
  }

  private var source: String {
    let date = Date.now.formatted(.iso8601.year().month().day())
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return rounds == 1
      ? "One round on \(cores) cores, \(date)."
      : "Medians of \(rounds) rounds on \(cores) cores, \(date)."
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}
