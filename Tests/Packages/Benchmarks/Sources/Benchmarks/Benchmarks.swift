import Foundation
import Workloads

/// Measures `Storage`, its peers, and the features in one run, and prints one table.
///
/// `Tests/Packages/Benchmarks/run` builds and passes everything this program needs.
@main
enum Benchmarks {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "child" {
        try await Child.main(Array(arguments.dropFirst()))
      } else {
        try await measure(arguments)
      }
    } catch {
      FileHandle.standardError.write(Data("nothing was compared: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Runs all workloads outside the main thread.
  ///
  /// On the main thread each call that waits for a disk switches threads twice. Apps rarely write
  /// from there, and among the peers only `Storage` would pay for it.
  @concurrent
  private static func measure(_ arguments: [String]) async throws {
    guard arguments.count == 9 else { throw Refusal("started without run's arguments") }
    let effort = Effort(isQuick: arguments[0] == "--quick")
    let root = URL(filePath: arguments[1], directoryHint: .isDirectory)
    let folders = Folders(root: root)
    let workloads: [any Workload] = [
      try await MenuWorkload(folders), try await ItemsWorkload(folders, effort),
      try await ProfileWorkload(folders, probe: arguments[3]), OutboxWorkload(folders),
      try FeaturesWorkload(
        folders,
        .init(
          probe: arguments[4], cities: arguments[5], menu: arguments[6], list: arguments[7],
          menus: ["typical", "large", "stress"].map { "\(arguments[8])/\($0).json" }),
        effort),
    ]
    let figures = Figures()
    for round in 0..<effort.rounds {
      FileHandle.standardError.write(Data("round \(round + 1) of \(effort.rounds)\n".utf8))
      for workload in workloads { try await workload.round(round, figures) }
    }
    Table(figures: figures, workloads: workloads).print()
    let documents = Documents(figures: figures, workloads: workloads, rounds: effort.rounds)
    print("\n\(documents.goals())")
    let chart = Chart(figures: figures, workloads: workloads).svg
    for (name, text) in [
      ("chart.svg", chart), ("speed.md", try documents.speed()), ("goals.md", documents.goals()),
    ] {
      try text.write(toFile: "\(arguments[2])/\(name)", atomically: true, encoding: .utf8)
    }
  }
}
