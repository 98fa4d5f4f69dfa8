import Foundation
import Storage
import Workloads

/// C: one small value, saved often.
final class ProfileWorkload: Workload {
  let title = "C  One value of 2 KB"
  let rows = [
    Row(measure: "save, durable", unit: "ms", isCharted: true),
    Row(measure: "start of a process", unit: "ms"),
    Row(measure: "start to value", unit: "ms"),
    Row(measure: "start to value, over the empty one before", unit: "ms"),
  ]

  private let folders: Folders
  private let probe: String
  private let peers: [(Subject, any ProfilePeer)]
  private let raw: RawFile
  private var saves = 0

  init(_ folders: Folders, probe: String) async throws {
    self.folders = folders
    self.probe = probe
    peers = try Peers.profiles.map { subject, type in
      (subject, try type.init(folder: folders.folder("profile", subject.rawValue)))
    }
    raw = try folders.rawFile("profile")
    _ = try Child.run(probe, ["save", folders.folder("started").path])
  }

  func round(_ number: Int, _ figures: Figures) async throws {
    let bytes = Data(repeating: 7, count: 2000)
    for turn in 0..<20 {
      saves += 1
      let profile = Profile.sample(saves)
      try figures.add(await timed { try raw.replace(with: bytes) }, "save, durable", .limit)
      for (subject, peer) in peers.rotated(turn) {
        try figures.add(
          await timed { try await peer.save(profile) }, "save, durable", subject)
      }
    }
    // Measured in pairs, because the time of a process start varies by a factor of two within
    // minutes.
    for _ in 0..<20 {
      let (empty, value) = (try start("nothing"), try start("value"))
      figures.add(empty, rows[1].measure, .storage)
      figures.add(value, rows[2].measure, .storage)
      figures.add(value - empty, rows[3].measure, .storage)
    }
  }

  private func start(_ task: String) throws -> Double {
    let child = try Child.run(probe, [task, folders.folder("started").path])
    guard child.code == 0 else { throw Refusal("the probe ended with \(child.code)") }
    return child.milliseconds
  }

  func goals(_ figures: Figures) -> [Goal] {
    [
      .atMost(
        1.3, "x", "a durable save, against the bare replacement with both syncs",
        figures.ratio("save, durable", .limit).map { 1 / $0 }),
      .atMost(
        1, "ms", "start to value, over an empty process,",
        figures.median(rows[3].measure, .storage)),
    ]
  }
}
