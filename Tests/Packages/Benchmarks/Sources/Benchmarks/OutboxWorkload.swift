import Foundation
import Workloads

/// D: single appends of small elements, a kill, and a recovery.
final class OutboxWorkload: Workload {
  let title = "D  1000 appends, each durable, then kill -9"
  let rows = [
    Row(measure: "append", unit: "ms", isCharted: true),
    Row(measure: "open again and count", unit: "ms", isCharted: true),
    Row(measure: "lost", unit: ""),
  ]
  private let folders: Folders

  init(_ folders: Folders) { self.folders = folders }

  func round(_ number: Int, _ figures: Figures) async throws {
    let subjects = [Subject.limit] + Peers.items.map(\.0)
    for subject in subjects.rotated(number) {
      let folder = folders.folder("outbox-\(number)", subject.rawValue)
      let appended = try Child.numbers(["append", subject.rawValue, folder.path])
      guard appended.count == 1 else { throw Refusal("\(subject.rawValue) could not append") }
      figures.add(appended[0], "append", subject)
      guard subject != .limit else { continue }
      let found = try Child.numbers(["items", subject.rawValue, folder.path])
      guard found.count == 2 else { throw Refusal("\(subject.rawValue) could not be opened") }
      figures.add(found[0], "open again and count", subject)
      figures.add(1000 - found[1], "lost", subject)
    }
  }

  func goals(_ figures: Figures) -> [Goal] {
    [
      .atMost(
        1.3, "x", "an append, against the bare append and fdatasync",
        figures.ratio("append", .limit).map { 1 / $0 }),
      .atMost(
        1, "ms", "1000 entries are there again in",
        figures.median("open again and count", .storage)),
      .atMost(0, "", "lost", figures.median("lost", .storage)),
    ]
  }
}
