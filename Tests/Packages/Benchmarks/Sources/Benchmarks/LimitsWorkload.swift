import Foundation
import Workloads

/// The best times of this machine, measured in the same rounds as everything else.
final class LimitsWorkload: Workload {
  let title = "   Limits of this machine"
  let rows = Row.list(
    "ms", "write 400 KB, no sync",
    "replace 400 KB, both syncs",
    "replace 2 KB, both syncs",
    "append 128 bytes, fdatasync",
    "append 128 bytes, fsync",
    "read 400 KB",
    "copy 400 KB in memory")
  private let raw: RawFile
  private let log: RawFile

  init(_ folders: Folders) throws {
    let folder = folders.folder("limits")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    raw = RawFile(folder.appending(path: "raw").path)
    log = RawFile(folder.appending(path: "log").path)
  }

  func round(_ number: Int, _ figures: Figures) async throws {
    let (large, small) = (Data(repeating: 7, count: 400_000), Data(repeating: 7, count: 2000))
    let entry = Data(repeating: 7, count: 128)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: large.count, alignment: 64)
    defer { buffer.deallocate() }
    for _ in 0..<10 {
      let times = [
        try await timed { try raw.replace(with: large, isSynced: false) },
        try await timed { try raw.replace(with: large) },
        try await timed { try raw.replace(with: small) },
        try await timed { try log.append(entry) },
        try await timed { try log.append(entry, isWhole: true) },
      ]
      try raw.replace(with: large, isSynced: false)
      let read = try await timed { _ = try raw.read(into: buffer) }
      let copy = await timed { _ = large.copyBytes(to: buffer) }
      for (row, time) in zip(rows, times + [read, copy]) { figures.add(time, row.measure, .limit) }
    }
  }

  func goals(_ figures: Figures) -> [Goal] { [] }
}
